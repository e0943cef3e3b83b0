from django.db import models


class Patient(models.Model):
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80)
    born_on = models.DateField()
    phone = models.CharField(max_length=30, blank=True)
    insurance_number = models.CharField(max_length=20, unique=True)
    fax = models.CharField(max_length=30, blank=True)
    notes = models.TextField(blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["last_name", "first_name"]

    def __str__(self):
        return f"{self.last_name}, {self.first_name}"
