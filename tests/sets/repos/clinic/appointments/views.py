from datetime import date

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views import View
from django.views.generic import CreateView, ListView

from appointments.forms import BookingForm, WaitingForm
from appointments.ics import as_ics
from appointments.models import Appointment, Doctor, WaitingEntry


class DayView(LoginRequiredMixin, ListView):
    template_name = "appointments/day.html"

    def get_queryset(self):
        day = date.fromisoformat(self.request.GET.get("day", date.today().isoformat()))
        return Appointment.objects.filter(starts_at__date=day, state=Appointment.BOOKED).order_by("starts_at")


class BookView(LoginRequiredMixin, CreateView):
    form_class = BookingForm
    template_name = "appointments/book.html"
    success_url = "/"


class CancelView(LoginRequiredMixin, View):
    def post(self, request, pk):
        x = get_object_or_404(Appointment, pk=pk)
        if not x.can_be_cancelled():
            messages.error(request, "Too late to cancel.")
        else:
            x.state = Appointment.CANCELLED
            x.save()
        return redirect("day")


class WaitingListView(LoginRequiredMixin, CreateView):
    """The waiting list: who is on it, and a form to add somebody."""

    form_class = WaitingForm
    template_name = "appointments/waiting.html"
    success_url = "/waiting/"

    def get_context_data(self, **kwargs):
        return super().get_context_data(entries=WaitingEntry.objects.order_by("since"), **kwargs)


class CalendarFeed(LoginRequiredMixin, View):
    def get(self, request, doctor):
        found = Appointment.objects.filter(doctor=get_object_or_404(Doctor, pk=doctor), state=Appointment.BOOKED)
        return HttpResponse(as_ics(found), content_type="text/calendar")
