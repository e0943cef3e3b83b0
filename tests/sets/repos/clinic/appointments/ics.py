"""Appointments as an iCalendar feed that a doctor's phone can subscribe to."""


def as_ics(appointments):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//clinic//appointments//EN"]
    for one in appointments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.pk}@clinic",
            f"DTSTART:{one.starts_at:%Y%m%dT%H%M%SZ}",
            f"SUMMARY:Room {one.doctor.room}",
            "END:VEVENT",
        ]
    return "\r\n".join([*lines, "END:VCALENDAR", ""])
