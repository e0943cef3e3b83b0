from unittest import mock

from django.core.management import call_command
from django.test import TestCase


class RemindersTest(TestCase):
    def test_nobody_is_reminded_when_nothing_is_booked(self):
        with mock.patch("appointments.sms.send") as send:
            call_command("send_reminders")
        send.assert_not_called()
