"""Every exception plangate raises on purpose, drawn as one tree.

    PlangateError
    ├── BadInput            the caller's document, argument or setting is wrong     exit 2
    │   └── NotFound        an id that names nothing, or more than one thing        exit 2
    ├── StillWaiting        a person has to answer a question first                 exit 3
    ├── AlreadySettled      the question left `pending` before this call            exit 4
    ├── Refused             a rule of the product forbids what was asked for        exit 5
    │   └── PersonsAct      only a person may do it, and this was none (ACT-1)      exit 5
    ├── MissingExtra        an optional part of plangate is not installed           exit 1
    ├── ProposerFailed      whoever has ideas could not be reached or made no sense    exit 1
    ├── Conflict            another writer was first; load again and go on          (retried)
    └── StoreError          the database cannot serve                               exit 1
        ├── StoreBusy       locked by another process for too long
        ├── StoreFull       the disk is full
        ├── StoreUnseen     a look that may not wait did not get one
        ├── StoreReadOnly   the file or its directory cannot be written
        ├── StoreDamaged    the file is not a readable plangate database
        ├── StoreTooNew     the database was written by a newer plangate
        ├── StoreTooOld     the tables of a server are of an older plangate
        └── StoreGone       the server cannot be reached now

They are split by who can mend them. Running out of budget or failing a review is a result, not an
error, and has no class here. Each carries one line that says what happened and what to do next.
"""

from __future__ import annotations


class PlangateError(Exception):
    """The root: catching it catches everything plangate raises on purpose."""

    exit_code = 1


class BadInput(PlangateError):
    """A value the caller gave cannot be used. Nothing was written."""

    exit_code = 2

    def __init__(self, field: str, problem: str, accepted: str | None = None) -> None:
        self.field = field
        self.problem = problem
        self.accepted = accepted
        tail = f"; accepted: {accepted}" if accepted else ""
        # One line, whatever names somebody put into their document (ERR-1).
        super().__init__(" ".join(f"{field}: {problem}{tail}".split()))


class NotFound(BadInput):
    """An id or an abbreviation of one that names nothing, or more than one thing."""


class StillWaiting(PlangateError):
    """A person has to answer first. Nothing was written; the message says what to answer."""

    exit_code = 3


class AlreadySettled(PlangateError):
    """The question had already left `pending`; the attempt was recorded, nothing changed."""

    exit_code = 4


class Refused(PlangateError):
    """A rule forbids it. The message names the rule."""

    exit_code = 5


class PersonsAct(Refused):
    """ACT-1: only a person may do this. Nothing was written; `command` is for the person to run."""

    rule = "ACT-1"

    def __init__(self, act: str, problem: str, command: str) -> None:
        self.act = act
        self.command = " ".join(command.split())
        line = f"{problem} ({self.rule}); a person runs: {self.command}"
        super().__init__(" ".join(line.split()))


class MissingExtra(PlangateError):
    """An optional part is not installed; the message says how to install it."""

    def __init__(self, command: str, extra: str) -> None:
        super().__init__(
            f"`{command}` needs the extra `{extra}`, which is not installed: pip install "
            f"'plangate[{extra}]' (in a checkout: pip install '.[{extra}]')"
        )


class ProposerFailed(PlangateError):
    """A proposer could not answer; what the core can do without one goes on."""


class Conflict(PlangateError):
    """Another writer took this place in the record first."""


class StoreError(PlangateError):
    """The database cannot serve; the message says what to do."""


class StoreBusy(StoreError):
    pass


class StoreFull(StoreError):
    pass


class StoreUnseen(StoreError):
    """A look that changes nothing and may not wait: locked, old, damaged or not ours."""


class StoreReadOnly(StoreError):
    pass


class StoreDamaged(StoreError):
    pass


class StoreTooNew(StoreError):
    pass


class StoreTooOld(StoreError):
    pass


class StoreGone(StoreError):
    """The server cannot be reached now; what was recorded stays, and it may be back any moment."""
