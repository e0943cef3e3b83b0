from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

from patients.models import Patient


class Doctor(models.Model):
    name = models.CharField(max_length=120)
    room = models.CharField(max_length=10)


class Appointment(models.Model):
    BOOKED, CANCELLED, NO_SHOW = "booked", "cancelled", "no_show"
    patient = models.ForeignKey(Patient, on_delete=models.PROTECT)
    doctor = models.ForeignKey(Doctor, on_delete=models.PROTECT)
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=10, default=BOOKED)
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["doctor", "starts_at"],
                condition=models.Q(state="booked"),
                name="one_booking_per_slot",
            )
        ]

    def can_be_cancelled(self):
        return self.starts_at - timezone.now() > timedelta(hours=settings.CANCEL_UNTIL_HOURS)


class WaitingEntry(models.Model):
    """Somebody who wants an earlier slot with a doctor when one is freed."""

    patient = models.ForeignKey(Patient, on_delete=models.CASCADE)
    doctor = models.ForeignKey(Doctor, on_delete=models.CASCADE)
    since = models.DateTimeField(auto_now_add=True)
