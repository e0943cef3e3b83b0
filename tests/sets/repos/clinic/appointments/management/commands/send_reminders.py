from datetime import timedelta

from django.core.management.base import BaseCommand
from django.utils import timezone

from appointments import sms
from appointments.models import Appointment


class Command(BaseCommand):
    help = "Remind tomorrow's patients by SMS."

    def handle(self, *args, **options):
        tomorrow = timezone.localdate() + timedelta(days=1)
        due = Appointment.objects.filter(starts_at__date=tomorrow, state=Appointment.BOOKED, reminded_at=None)
        for one in due.select_related("patient"):
            if one.patient.phone:
                sms.send(one.patient.phone, f"Your appointment is tomorrow at {one.starts_at:%H:%M}.")
                one.reminded_at = timezone.now()
                one.save()
