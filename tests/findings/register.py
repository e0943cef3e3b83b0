"""What people found by trying version 0.1 from outside, and must never find again.

Why: a finding is closed by a test that fails on the version it was found in. test_register.py ties
each one to such a test, marked `finding(ID)`; the tests drive the command, the server and the hooks
as programs, so that they can be pointed at another checkout (conftest.py).
"""

from __future__ import annotations

from collections.abc import Mapping

#: The commit all of it was found in: version 0.1.0.
FOUND_IN = "d304fa9"

FINDINGS: Mapping[str, str] = {
    # Somebody who means harm.
    "F1": "a file in the workspace runs a command, moves the database and hides preferences",
    "F2": "the workspace sets the gate's own rules",
    "F3": "an open question is passed by asking again",
    "F4": "the audit proves nothing against whoever can write the file, and doctor helps them",
    "F5": "whoever has a shell is the person",
    "F6": "one unreadable session takes the inbox of every project with it",
    "F7": "no marker tells an agent which strings of a reply are repository text",
    "F8": "a read-only database cannot be read",
    "F9": "a damaged index is called something else",
    "F10": "git is taken from the workspace",
    "F11": "files are readable by everybody under a loose umask",
    "F12": "secrets without a telling word, and secrets in paths, stay",
    "F13": "unfinished sessions are invisible",
    # The real clients.
    "C1": "the hook turns a request for permission into a go-ahead",
    "C2": "one open question silences all of them, even after its deadline",
    "C3": "a skipped question is kept as the person's answer and given again",
    "C3b": "the person's answer does not reach plangate's own question",
    "C6": "what was decided is invisible to the person and to the model",
    # A newcomer's first day.
    "N1": "a failed task locks the whole plan",
    "N2": "typing b and Enter does not answer",
    "N3": "a one-way choice becomes the recommendation elsewhere, and the letters move",
    "N4": "a one-way choice needs no approval and its task starts at once",
    "N5": "on Debian 12's own Python a password in a goal is stored in clear",
    "N6": "a database URL that is not supported makes a folder of that name",
}
