"""A goal that changes what a mail says begins at that mail (UND-5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adapters.trees import Tree, plant
from tests.conftest import Runner

DESK: Tree = {
    "composer.json": '{"require": {"php": ">=8.1"}}',
    "app/controllers/Booking.php": """
        <?php
        // the booking of a customer: who books gets a phone number of the provider
        class Booking { function book($customer, $provider, $phone, $number) { save(); } }
        """,
    "app/models/Provider.php": "<?php\nclass Provider { public $phone; public $number; }\n",
    "app/views/emails/appointment_saved.php": """
        <h1>Thank you for booking</h1>
        <p><?= $provider->name ?> sees you on <?= $day ?></p>
        """,
    "app/views/emails/appointment_deleted.php": """
        <h1>Your booking is cancelled</h1>
        <p><?= $provider->name ?> (phone number of the provider: ask) was told</p>
        """,
    "app/views/emails/password_reset.php": "<p>Choose another password</p>\n",
    "app/views/pages/booking.php": "<p>phone number of the provider after booking</p>\n",
}


def first_place(cli: Runner, root: Path, goal: str) -> str:
    places = cli("brief", goal, "-w", root, "--json").json["places"]
    return str(places[0]["path"])


@pytest.mark.rule("UND-5")
@pytest.mark.parametrize(
    ("goal", "path"),
    [
        (
            "The mail that the customer gets after booking should have the phone number of the"
            " provider",
            "app/views/emails/appointment_saved.php",
        ),
        (
            "Put the phone number of the provider into the mail about a deleted appointment",
            "app/views/emails/appointment_deleted.php",
        ),
        (
            "The password mail should say how long its link can be used",
            "app/views/emails/password_reset.php",
        ),
    ],
)
def test_what_a_mail_says_is_changed_in_that_mail(
    cli: Runner, tmp_path: Path, goal: str, path: str
) -> None:
    desk = plant(tmp_path / "desk", DESK)

    assert first_place(cli, desk, goal) == path


@pytest.mark.rule("UND-5")
def test_an_address_is_no_mail(cli: Runner, tmp_path: Path) -> None:
    desk = plant(tmp_path / "desk", DESK)

    first = first_place(cli, desk, "The phone number and email address of the Provider class")

    assert first == "app/models/Provider.php"
