from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("patients", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Doctor",
            fields=[("id", models.BigAutoField(primary_key=True)), ("name", models.CharField(max_length=120)), ("room", models.CharField(max_length=10))],
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                ("id", models.BigAutoField(primary_key=True)),
                ("patient", models.ForeignKey("patients.Patient", on_delete=models.PROTECT)),
                ("doctor", models.ForeignKey("appointments.Doctor", on_delete=models.PROTECT)),
                ("starts_at", models.DateTimeField()),
                ("state", models.CharField(max_length=10, default="booked")),
                ("reminded_at", models.DateTimeField(null=True, blank=True)),
            ],
        ),
    ]
