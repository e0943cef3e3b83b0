"""Which times of a day can be booked."""

from datetime import datetime, time, timedelta

from django.conf import settings
from django.utils import timezone

from appointments.models import Appointment

OPENS, CLOSES = time(8), time(18)
LUNCH = (time(12), time(13))


def slots_of(day):
    start = timezone.make_aware(datetime.combine(day, OPENS))
    end = timezone.make_aware(datetime.combine(day, CLOSES))
    while start < end:
        if not LUNCH[0] <= start.time() < LUNCH[1]:
            yield start
        start += timedelta(minutes=settings.SLOT_MINUTES)


def free_slots(doctor, day):
    taken = set(
        Appointment.objects.filter(doctor=doctor, starts_at__date=day).values_list("starts_at", flat=True)
    )
    return [slot for slot in slots_of(day) if slot not in taken]
