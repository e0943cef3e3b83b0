"""The confirmation a customer gets."""

import smtplib
from email.message import EmailMessage

from flask import current_app

from petalshop.models import Order

SUBJECT = "Your flowers are on there way"


def send_confirmation(order: Order) -> None:
    message = EmailMessage()
    message["From"] = current_app.config["MAIL_SENDER"]
    message["To"] = order.email
    message["Subject"] = SUBJECT
    message.set_content(f"Thank you! Your order {order.number} comes to {order.total_cents / 100:.2f} EUR.")
    with smtplib.SMTP(current_app.config["MAIL_HOST"], current_app.config["MAIL_PORT"]) as server:
        server.send_message(message)
