from django.test import TestCase


class CancelTest(TestCase):
    def test_strangers_are_sent_to_the_sign_in_page(self):
        self.assertEqual(self.client.post("/appointments/1/cancel/").status_code, 302)

    def test_the_day_needs_a_session(self):
        self.assertEqual(self.client.get("/").status_code, 302)
