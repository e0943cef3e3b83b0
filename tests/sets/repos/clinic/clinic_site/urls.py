from django.contrib import admin
from django.urls import path

from appointments import views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", views.DayView.as_view(), name="day"),
    path("book/", views.BookView.as_view(), name="book"),
    path("appointments/<int:pk>/cancel/", views.CancelView.as_view(), name="cancel"),
    path("waiting/", views.WaitingListView.as_view(), name="waiting"),
    path("calendar/<int:doctor>.ics", views.CalendarFeed.as_view(), name="calendar"),
]
