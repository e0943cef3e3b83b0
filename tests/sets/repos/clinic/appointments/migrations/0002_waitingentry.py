from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("appointments", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="WaitingEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True)),
                ("patient", models.ForeignKey("patients.Patient", on_delete=models.CASCADE)),
                ("doctor", models.ForeignKey("appointments.Doctor", on_delete=models.CASCADE)),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
        )
    ]
