"""Messages to a person who is not at a surface: the desktop, and whatever Apprise reaches (NOTE-1).

What is sent is text: one line for a title, a few for the rest, without control characters, markup
or mentions. A message that cannot be sent is a line for whoever asked, and harms nothing.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from plangate.adapters.machine.private import FILE_MODE, private_directory
from plangate.adapters.machine.program_lookup import find_program
from plangate.core.model.digests import sha256

_LONGEST_TITLE, _LONGEST_BODY = 100, 600
_SECONDS = 20
#: Somebody who did something at a surface so many seconds ago is still there.
HERE = 60


class Message(NamedTuple):
    """What a person reads."""

    title: str
    body: str


class Sent(NamedTuple):
    """What became of a message at one place; the place without a credential."""

    where: str
    problem: str | None = None


def as_text(message: Message) -> Message:
    """A message of which nothing is obeyed, whoever wrote its words."""
    return Message(_plain(message.title, _LONGEST_TITLE), _plain(message.body, _LONGEST_BODY))


def _plain(text: str, longest: int) -> str:
    lines = ("".join(c if c.isprintable() else " " for c in line) for line in text.splitlines())
    kept = "\n".join(" ".join(line.split()) for line in lines)[:longest]
    # No mention (@everyone, <!channel>), no link behind other words, no tag of a markup.
    kept = kept.replace("@", "@\N{ZERO WIDTH SPACE}").replace("](", "] (")
    return kept.replace("<", "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}").replace(
        ">", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
    )


# --- the desktop ----------------------------------------------------------------------------------


def desktop_command(
    environ: Mapping[str, str], workspace: Path | None = None, platform: str = sys.platform
) -> list[str] | None:
    """The program that shows a message on this desktop; None where there is no desktop or none."""
    if platform == "darwin":
        found = find_program("osascript", *([workspace] if workspace else []))
        script = (
            "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend"
        )
        return [str(found), "-e", script] if found else None
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return None
    found = find_program("notify-send", *([workspace] if workspace else []))
    return [str(found), "--app-name=plangate", "--"] if found else None


def send_to_desktop(command: Sequence[str], message: Message) -> Sent:
    title, body = as_text(message)
    body = body.replace("&", "&amp;")  # some desktops read the body as markup
    try:
        ran = subprocess.run(
            [*command, title, body],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Sent("the desktop", str(error))
    problem = ran.stderr.decode("utf-8", "replace").strip()[:200] or f"exit {ran.returncode}"
    return Sent("the desktop", problem if ran.returncode else None)


# --- everything else ------------------------------------------------------------------------------


def send_by_apprise(addresses: Sequence[str], message: Message) -> Iterator[Sent]:
    """Send to every address; each is one result."""
    import apprise  # noqa: PLC0415 - an extra, and slow to load

    title, body = as_text(message)
    for address in addresses:
        where = without_credential(address)
        heard = _Heard()
        logger = logging.getLogger("apprise")
        logger.addHandler(heard)
        try:
            target = apprise.Apprise()
            if not target.add(address):
                yield Sent(where, "is not an address Apprise knows")
                continue
            sent = target.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT)
            yield Sent(where, None if sent else heard.last or "it was not taken")
        except Exception as error:  # noqa: BLE001 - somebody else's code, for a hundred services
            yield Sent(where, f"{type(error).__name__}")
        finally:
            logger.removeHandler(heard)


class _Heard(logging.Handler):
    """The last complaint of the library, without what may hold a secret."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.last = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.last = self.last or str(record.msg)[:200]  # the words, never what is put into them


def without_credential(address: str) -> str:
    """An address as it may be shown: the service and, where it is plain, the host."""
    try:
        parts = urlsplit(address)
        host = parts.hostname if parts.scheme in _WITH_HOSTS else None
    except ValueError:
        return "an address"
    return f"{parts.scheme or 'an address'}://{host or '…'}"


#: Services whose first part is a host, not a token.
_WITH_HOSTS = (
    "json",
    "jsons",
    "xml",
    "xmls",
    "form",
    "forms",
    "mailto",
    "mailtos",
    "ntfy",
    "ntfys",
)


# --- who is there ---------------------------------------------------------------------------------


class Presence:
    """When a person was last at a surface of one database: the time of an empty file."""

    def __init__(self, place: str, state: Path) -> None:
        self._file = state / "present" / sha256(place)[:16]

    def note(self) -> None:
        """Somebody is there; where that cannot be noted nothing is lost but a silence."""
        with suppress(OSError):
            private_directory(self._file.parent)
            os.close(os.open(self._file, os.O_CREAT | os.O_WRONLY, FILE_MODE))
            os.utime(self._file)

    def is_here(self) -> bool:
        """Whether somebody was there a moment ago."""
        try:
            return abs(time.time() - self._file.stat().st_mtime) < HERE
        except OSError:
            return False


def start_sender(document: bytes) -> str | None:
    """Start `plangate notify send` with a document, and do not wait for it."""
    from plangate.adapters.telling.own_commands import start_with  # noqa: PLC0415 - only when there is something

    return start_with([sys.executable, "-P", "-m", "plangate", "notify", "send"], document)
