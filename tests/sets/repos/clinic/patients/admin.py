from django.contrib import admin
from django.utils import timezone

from patients.models import Patient


@admin.action(description="Archive the selected pateints")
def archive(modeladmin, request, queryset):
    queryset.update(archived_at=timezone.now())


@admin.register(Patient)
class PatientAdmin(admin.ModelAdmin):
    list_display = ["last_name", "first_name", "born_on", "phone"]
    search_fields = ["last_name", "first_name", "insurance_number"]
    actions = [archive]

    def has_delete_permission(self, request, obj=None):
        return False
