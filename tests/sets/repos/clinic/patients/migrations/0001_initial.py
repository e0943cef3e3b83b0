from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Patient",
            fields=[
                ("id", models.BigAutoField(primary_key=True)),
                ("first_name", models.CharField(max_length=80)),
                ("last_name", models.CharField(max_length=80)),
                ("born_on", models.DateField()),
                ("phone", models.CharField(max_length=30, blank=True)),
                ("insurance_number", models.CharField(max_length=20, unique=True)),
                ("fax", models.CharField(max_length=30, blank=True)),
                ("notes", models.TextField(blank=True)),
                ("archived_at", models.DateTimeField(null=True, blank=True)),
            ],
        )
    ]
