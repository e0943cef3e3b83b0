"""What looking at a workspace for a goal gives: values, kept with the session that looked (UND-3).

Everything here is found text with a place; nothing of it is a judgement.
"""

from typing import NamedTuple

#: Why a place comes first: somebody wrote it out, or what it declares.
NAMED = "named"
#: The same: what kind of change it is says so, whatever ranks first.
LED = "surface"
#: Why a line comes first in its file: a function that does what the goal speaks of begins there.
DOES = "does it"
#: The same: the program says there what the goal tells that it says.
SAYS = "says it"
#: The same: the version stands there of what the goal moves on.
VERSION = "version"
#: What is copied where something is wanted in time: no value, but a job.
JOB = "job"
#: One more deed on a thing; one more mark that each person puts on a thing for himself.
ACT = "act"
MARK = "mark"
#: The thing of such a mark where it is another person.
PERSON = "person"
#: Why something is told of that may be what is asked for, with its chance: it decides nothing.
PERHAPS = "perhaps there already"
#: Why something is told of that is near what is asked for: no claim, and nothing rests on it.
NEAR = "near what is asked for"


class Existing(NamedTuple):
    """Something in the workspace that matches what the goal is about."""

    what: str
    locator: str
    strength: float
    why: str


class Place(NamedTuple):
    """A file the work probably touches: how sure, by which lists, and what tests it."""

    path: str
    rank: int
    strength: float
    symbols: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    #: The tests that show a change of this very file most likely; known of the first few only.
    shown_by: tuple[str, ...] = ()


class Spot(NamedTuple):
    """A line where something stands that the goal speaks of: printed, declared, parsed, handled."""

    #: Its path and line.
    locator: str
    #: The function or class around it; "" at the top of a file, or where none was parsed.
    symbol: str
    #: What stands there, shortened.
    text: str
    why: str
    #: How much of what the goal speaks of stands there, and how likely its file is.
    strength: float
    #: The stems of the goal's words that stand there or close by.
    words: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return self.locator.rpartition(":")[0]

    @property
    def line(self) -> int:
        return int(self.locator.rpartition(":")[2])


class Sibling(NamedTuple):
    """A feature of the same kind, to copy from."""

    path: str
    why: str


class Precedent(NamedTuple):
    """A commit that did something alike here: what it touched is what such a change takes."""

    commit: str
    day: str
    subject: str
    files: tuple[str, ...]
    #: How much of what the goal speaks of its subject speaks of too.
    share: float


class KinPoint(NamedTuple):
    """A place where members of a family stand together: one more belongs there too."""

    path: str
    line: int
    #: What is declared around it; "" where nothing is.
    symbol: str
    #: How the member to copy is written there.
    beside: str
    kind: str
    #: The program of the repository that writes the file, where its top names one.
    made_by: str = ""


class KinFile(NamedTuple):
    """A file that one more of a kind takes, and the member's file it is written after."""

    path: str
    like: str
    kind: str


class Kin(NamedTuple):
    """What a goal wants one more of: the family, the member to copy and where all of them stand."""

    #: The clause of the goal, as it was heard.
    clause: str
    name: str
    members: tuple[str, ...]
    nearest: str
    files: tuple[KinFile, ...] = ()
    points: tuple[KinPoint, ...] = ()
    #: The commit that added the member to copy, and its subject.
    commit: str = ""
    subject: str = ""
    #: The new one as one speaks of it, with its kind: “Slack notifier”.
    called: str = ""
    #: Whether the goal gives it no name, and this one is made of what it says.
    is_proposed: bool = False
    #: The goal's words for the new one: what only they raise, its siblings answer.
    said: tuple[str, ...] = ()
    #: One more value of a thing: what the thing is called, the sort of the value to copy, and the
    #: sort that is wanted; then the points are the trail of that value, layer by layer.
    thing: str = ""
    sort: str = ""
    wanted: str = ""
    #: A value of the thing that is called nearly so, and may hold what is wanted.
    there: str = ""


class Habit(NamedTuple):
    """A page or folder that changes of the program bring up to date, and how many of them do."""

    path: str
    share: float


class Conventions(NamedTuple):
    """How this repository is tested, built and extended; None where it does not say."""

    test: str | None = None
    build: str | None = None
    lint: str | None = None
    migrations: str | None = None
    docs: str | None = None


class HouseRule(NamedTuple):
    """A sentence of the repository's own rules that concerns the goal."""

    locator: str
    text: str


class Sighting(NamedTuple):
    """What looking at the workspace gives to a brief."""

    exists: tuple[Existing, ...] = ()
    places: tuple[Place, ...] = ()
    siblings: tuple[Sibling, ...] = ()
    conventions: Conventions = Conventions()
    rules: tuple[HouseRule, ...] = ()
    limits: tuple[str, ...] = ()
    #: For each word of weight of the goal, stemmed, the share of the files that carry it.
    spread: dict[str, float] = {}  # noqa: RUF012 - a default nobody writes to
    #: For each piece the goal quotes or writes as code, where the very same stands; "" for nowhere.
    literals: dict[str, str] = {}  # noqa: RUF012 - a default nobody writes to
    #: Sentences of the repository's own pages that forbid something the goal speaks of.
    against: tuple[HouseRule, ...] = ()
    #: How many files there are to work in.
    files: int = 0
    #: The stems of the goal's words that name a table, an entity or a model here.
    stored: tuple[str, ...] = ()
    #: The place of the line that holds the value a goal sets anew; "" where none was seen.
    value: str = ""
    #: Commits that did something alike, the likest first.
    precedents: tuple[Precedent, ...] = ()
    #: Changelogs and the like that are kept up as the program changes.
    habits: tuple[Habit, ...] = ()
    #: UND-5: where in the places what the goal speaks of stands, the likeliest first; and of the
    #: tests that are there, those nearest to it.
    spots: tuple[Spot, ...] = ()
    like_tests: tuple[Spot, ...] = ()
    #: How many commits were read.
    commits: int = 0
    #: The family a goal wants one more member of; None where none was seen.
    kin: Kin | None = None
    #: UND-4: what somebody may look at before it is built; no claim, and nothing rests on it.
    nearest: tuple[Existing, ...] = ()
