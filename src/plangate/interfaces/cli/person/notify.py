"""`plangate notify`: where messages go when something waits, and a message to try it (NOTE-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plangate.core.model.errors import BadInput
from plangate.core.model.records import Document
from plangate.core.model.shapes import Record, Text, read_json
from plangate.interfaces.cli.command import Call, command, group
from plangate.interfaces.cli.planner_here import settings_for
from plangate.interfaces.cli.printing import complain
from plangate.interfaces.cli.shared_options import read_file_or_stdin
from plangate.interfaces.text import shown

if TYPE_CHECKING:
    from plangate.settings import Settings


def _how() -> str:
    """What a person writes where, to be told."""
    from plangate.settings import OWN_FILE
    from plangate.user_folders import config_directory, environment

    file = config_directory(environment()) / OWN_FILE
    setting = 'notify_to = ["ntfy://ntfy.example.org/topic"]'
    return f"to be told of a question, write {setting} into {file}; docs/extend.md says more"


_NOTICE = Record(
    required={
        "schema": Text(40),
        "what": Text(20),
        "question": Text(20_000),
        "project": Text(4_096, blank=True),
        "goal": Text(100_000, blank=True),
        "id": Text(200),
        "db": Text(4_096),
    },
    optional={"number": Text(20)},
)


@group(epilog="Example: plangate notify test")
def notify(call: Call) -> int:
    """Where you are told that something waits: on your desktop, and by Apprise where you like.

    Nobody is told while somebody is at a terminal or the page, in your quiet hours, or of their own
    answer. A message carries the question, project and goal, and the page's address without a
    credential.
    """
    from plangate.interfaces.extras import is_installed
    from plangate.wiring.notices import message_places

    settings = call.settings
    places = message_places(settings)
    quiet = settings.quiet_hours
    hours = f"{quiet.begin:%H:%M}-{quiet.end:%H:%M}" if quiet else None
    lines = [f"Messages go to: {', '.join(places)}" if places else f"Messages go nowhere; {_how()}"]
    lines += [f"Quiet hours: {hours}"] if hours else []
    if settings.notify_to and not is_installed("notify"):
        lines.append("Apprise is not installed: pip install 'plangate[notify]'")
    document = {"schema": "plangate.notify/1", "places": list(places), "quiet_hours": hours}
    return call.show(document, shown("\n".join(lines)))


@command("test", of=notify, epilog="Example: plangate notify test")
def test(call: Call) -> int:
    """Send a message to every place now, quiet hours or not, and say whether it arrived."""
    from plangate.interfaces.extras import require_extra
    from plangate.wiring.notices import message_places, send_message

    settings = call.settings
    if not message_places(settings):
        raise BadInput("notify_to", "is not set, and there is no desktop here", _how())
    if settings.notify_to:
        require_extra("notify", "plangate notify test")
    sent = send_message(settings, "plangate", "This is how you will be told that something waits.")
    document: Document = {
        "schema": "plangate.notify-test/1",
        "sent": [{"where": one.where, "problem": one.problem} for one in sent],
    }
    lines = [f"{one.where}: {one.problem or 'sent'}" for one in sent]
    return call.show(document, shown("\n".join(lines)), int(any(one.problem for one in sent)))


@command(
    "send",
    of=notify,
    hidden=True,
    database=False,
    epilog="Example: plangate notify send",
)
def send(call: Call) -> int:
    """Send the notice on standard input; what plangate starts by itself and does not wait for."""
    from plangate.interfaces.extras import is_installed
    from plangate.settings import database
    from plangate.wiring.notices import send_message

    del call
    notice = _NOTICE.read(read_json(read_file_or_stdin("-", 1_000_000), "notice"), "notice")
    settings = settings_for(None, database(notice["db"]))
    if settings.notify_to and not is_installed("notify"):
        settings = settings._replace(notify_to=())
    problems = [one for one in send_message(settings, *_message(settings, notice)) if one.problem]
    for one in problems:
        complain(f"{one.where}: {one.problem}")
    return 1 if problems else 0


def _message(settings: Settings, notice: Document) -> tuple[str, str]:
    """Whose question it is, the question, and where it is answered (CLI-5)."""
    from plangate.interfaces.web.serving.whereabouts import server_of

    address = server_of(settings.db)
    where = f"{address}/questions/{notice['id']}" if address else f"plangate show {notice['id']}"
    title = _title(notice["what"])
    about = f"{notice['project']} · {notice['goal']}"
    return f"{title}: {notice['project']}", f"{notice['question']}\n{about[:200]}\n{where}"


def _title(what: str) -> str:
    match what:
        case "created":
            return "A question waits"
        case "parked":
            return "Only you can decide this"
        case _:
            return "Nobody answered; a default was assumed"
