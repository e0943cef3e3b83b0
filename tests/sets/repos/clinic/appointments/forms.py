from django import forms

from appointments.models import Appointment, WaitingEntry


class BookingForm(forms.ModelForm):
    class Meta:
        model = Appointment
        fields = ["patient", "doctor", "starts_at"]

    def clean_starts_at(self):
        value = self.cleaned_data["starts_at"]
        if value.weekday() > 4:
            raise forms.ValidationError("We are closed at weekends.")
        return value


class WaitingForm(forms.ModelForm):
    class Meta:
        model = WaitingEntry
        fields = ["patient", "doctor"]
