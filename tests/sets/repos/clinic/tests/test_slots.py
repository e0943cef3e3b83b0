from datetime import date

from django.test import TestCase

from appointments.slots import slots_of


class SlotsTest(TestCase):
    def test_the_lunch_break_is_never_booked(self):
        hours = [slot.hour for slot in slots_of(date(2024, 5, 6))]
        self.assertNotIn(12, hours)

    def test_a_day_has_27_slots(self):
        self.assertEqual(len(list(slots_of(date(2024, 5, 6)))), 27)
