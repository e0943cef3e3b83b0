"""The SMS gateway: a number and a text, nothing about the patient."""

import requests
from django.conf import settings


def send(phone, text):
    answer = requests.post(settings.SMS_GATEWAY, json={"to": phone, "text": text}, timeout=10)
    answer.raise_for_status()
