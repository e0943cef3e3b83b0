"""A decision dimension as a data file describes it.

A dimension says in which goals it matters, how such a goal can be read (`readings`), and how a
repository would show which reading already holds (`seen`). The shipped ones lie in `dimensions/`;
a workspace adds its own in `.plangate/dimensions/`, where one with a known id takes its place.

In which goals it matters is said by phrases (phrases.py):

* `when`    asked for anywhere in the goal;
* `builds`  wanted as the thing to be made (“add a cache”), not just named (“a button on it”);
* `contradiction`  one phrase of each side in one goal, which then asks for both at once;
* `said`, per reading: the goal has decided, and `unless`: it has decided otherwise.

A decision the goal states is no ambiguity, so the dimension is left out instead of being proposed
with a prior near 1: the ledger must not list what a person said as something assumed, evidence
from the repository (GATE-2) and learned priors (ASM-4) must not outvote the words of the goal, and
a blocker, which GATE-1 never settles, must not be asked about after it was answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import combinations
from math import fsum
from pathlib import Path
from typing import Any, Literal, NamedTuple

from plangate.adapters.catalog.phrases import Heard, hear, other_words, phrase_problem
from plangate.core.errors import BadInput
from plangate.core.model import (
    BLOCKER_TYPES,
    REVERSIBILITIES,
    Ambiguity,
    BlockerType,
    Interpretation,
    Task,
)
from plangate.core.shapes import Choice, ListOf, Number, Record, Text

#: What a reading does about an external item the workspace lacks (GATE-15).
Role = Literal["supplied", "stand-in", "left-out"]


class Detector(NamedTuple):
    """How a file of the repository shows that a reading already holds."""

    files: tuple[str, ...]
    text: str
    confidence: float
    says: str


class Reading(NamedTuple):
    interpretation: Interpretation
    seen: tuple[Detector, ...]
    task: Task | None
    said: tuple[str, ...] = ()
    role: Role | None = None


class Contradiction(NamedTuple):
    """Two sets of phrases; a goal with one of each asks for both at once, unless it says how."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    unless: tuple[str, ...] = ()


class Dimension(NamedTuple):
    id: str
    prompt: str
    when: tuple[str, ...]
    builds: tuple[str, ...]
    unless: tuple[str, ...]
    readings: tuple[Reading, ...]
    blocker_type: BlockerType
    blocker_evidence: tuple[str, ...]
    contradiction: Contradiction | None
    safe_default: str | None
    safe_default_reason: str | None

    def applies_to(self, goal: str) -> Ambiguity | None:
        """This dimension as an ambiguity of a goal, None when the goal does not leave it open."""
        heard = hear(goal)
        if quotes := self._contradicted(heard):
            return self._ambiguity("mutually_exclusive_requirements", quotes)
        if not (heard.asked(self.when) or heard.built(self.builds)) or self._is_decided(heard):
            return None
        return self._ambiguity(self.blocker_type, self.blocker_evidence)

    def mentions(self, clause: str) -> bool:
        """Whether a clause of a goal raises this dimension."""
        heard = hear(clause)
        asked = heard.asked((*self.when, *self._sides())) or heard.built(self.builds)
        return asked is not None

    def covers(self, clause: str) -> bool:
        """Whether a clause says no more than this dimension decides, so that its task does it."""
        if not self.mentions(clause):
            return False
        sides = self._sides()
        if hear(clause).asked(sides):
            return True
        return other_words(clause, (*self.when, *self.builds)) <= _OTHER_WORDS

    def _sides(self) -> tuple[str, ...]:
        return self.contradiction.one + self.contradiction.other if self.contradiction else ()

    def _contradicted(self, heard: Heard) -> tuple[str, ...]:
        if self.contradiction is None:
            return ()
        one = heard.asked(self.contradiction.one)
        other = heard.asked(self.contradiction.other)
        if one is None or other is None or heard.are_one(one, other):
            return ()
        if heard.are_joined(one, other) or heard.stated(self.contradiction.unless):
            return ()
        return heard.quote(one), heard.quote(other)

    def _is_decided(self, heard: Heard) -> bool:
        """Whether the goal says which reading it wants; naming two to choose from does not."""
        if heard.stated(self.unless):
            return True
        said = [place for reading in self.readings if (place := heard.stated(reading.said))]
        open_choice = any(heard.is_choice(one, other) for one, other in combinations(said, 2))
        return bool(said) and not open_choice

    def _ambiguity(self, blocker: BlockerType, evidence: Sequence[str]) -> Ambiguity:
        return Ambiguity(
            id=self.id,
            interpretations=tuple(reading.interpretation for reading in self.readings),
            blocker_type=blocker,
            blocker_evidence=tuple(evidence),
            safe_default=self.safe_default,
            prompt=self.prompt,
            safe_default_reason=self.safe_default_reason,
        )


#: A clause with no more words than these beyond the phrase is about nothing else.
_OTHER_WORDS = 2

# --- the shape of a data file ---------------------------------------------------------------------

_PHRASES = ListOf(Text(200), most=200)
_NAMES = ListOf(Text(200), least=1, most=50)
_TASK = Record(
    required={"title": Text(200), "description": Text(2_000)},
    optional={"check": Text(500), "files": ListOf(Text(500), most=20)},
)
_SEEN = Record(
    required={"confidence": Number(above=0, most=1), "says": Text(300)},
    optional={
        "files": _NAMES,
        "text": Text(1_000),
        "code": Text(1_000),
        "packages": _NAMES,
        "images": _NAMES,
        "settings": _NAMES,
    },
)
_READING = Record(
    required={
        "id": Text(100),
        "label": Text(200),
        "consequence": Text(500),
        "prior": Number(above=0, most=1),
        "complexity": Number(above=0, most=1),
        "reversibility": Choice(REVERSIBILITIES),
    },
    optional={
        "touches": ListOf(Text(200), most=50),
        "strictness": Number(least=0, most=10),
        "said": _PHRASES,
        "role": Choice(("supplied", "stand-in", "left-out")),
        "seen": ListOf(_SEEN, most=50),
        "task": _TASK,
    },
)
DIMENSION = Record(
    required={"id": Text(100), "prompt": Text(500), "readings": ListOf(_READING, 2, 50)},
    optional={
        "when": _PHRASES,
        "builds": _PHRASES,
        "unless": _PHRASES,
        "blocker": Choice(
            tuple(b for b in BLOCKER_TYPES if b != "mutually_exclusive_requirements")
        ),
        "blocker_evidence": ListOf(Text(500), most=10),
        "contradiction": Record(
            required={"one": _NAMES, "other": _NAMES}, optional={"unless": _PHRASES}
        ),
        "safe_default": Text(100),
        "safe_default_reason": Text(500),
    },
)


def read_dimension(document: Any) -> Dimension:
    """A dimension from a data file, or one line about what is wrong with it."""
    read = DIMENSION.read(document, "document")
    contradiction = read.get("contradiction")
    dimension = Dimension(
        id=read["id"],
        prompt=read["prompt"],
        when=read.get("when", ()),
        builds=read.get("builds", ()),
        unless=read.get("unless", ()),
        readings=tuple(
            _reading(entry, f"readings[{place}]") for place, entry in enumerate(read["readings"])
        ),
        blocker_type=read.get("blocker", "ambiguous_goal"),
        blocker_evidence=read.get("blocker_evidence", ()),
        contradiction=Contradiction(**contradiction) if contradiction else None,
        safe_default=read.get("safe_default"),
        safe_default_reason=read.get("safe_default_reason"),
    )
    for check in (_check_readings, _check_default, _check_triggers, _check_blocker):
        check(dimension)
    return dimension


def _reading(entry: Mapping[str, Any], at: str) -> Reading:
    own = ("seen", "task", "said", "role")
    task = entry.get("task")
    return Reading(
        Interpretation(**{k: v for k, v in entry.items() if k not in own}),
        tuple(
            _detector(seen, f"{at}.seen[{place}]")
            for place, seen in enumerate(entry.get("seen", ()))
        ),
        Task(id="", **{**task, "files": tuple(task.get("files", ()))}) if task else None,
        said=entry.get("said", ()),
        role=entry.get("role"),
    )


def _check_readings(dimension: Dimension) -> None:
    readings = [reading.interpretation for reading in dimension.readings]
    seen: set[str] = set()
    for place, reading in enumerate(readings):
        if reading.id in seen:
            raise BadInput(f"readings[{place}].id", f"{reading.id!r} stands twice", "each id once")
        seen.add(reading.id)
    total = fsum(reading.prior for reading in readings)
    if abs(total - 1.0) > 0.01:
        raise BadInput("readings", f"the priors sum to {total:.4g}", "a sum of 1")


def _check_default(dimension: Dimension) -> None:
    """ASK-3: what happens on silence is a reading, and one that can be undone."""
    default = dimension.safe_default
    undoable = [
        reading.interpretation.id
        for reading in dimension.readings
        if reading.interpretation.reversibility != "irreversible"
    ]
    if default is not None and default not in undoable:
        problem = f"{default!r} is no reading that can be undone"
        raise BadInput("safe_default", problem, ", ".join(undoable) or "none: leave it out")


def _check_triggers(dimension: Dimension) -> None:
    if not (dimension.when or dimension.builds or dimension.contradiction):
        raise BadInput("when", "nothing raises this dimension", "when, builds, contradiction")
    named = [
        ("when", dimension.when),
        ("builds", dimension.builds),
        ("unless", dimension.unless),
        *((f"readings[{n}].said", reading.said) for n, reading in enumerate(dimension.readings)),
    ]
    if dimension.contradiction:
        sides = dimension.contradiction._asdict().items()
        named += [(f"contradiction.{name}", phrases) for name, phrases in sides]
    for field, phrases in named:
        for place, phrase in enumerate(phrases):
            if problem := phrase_problem(phrase):
                at, accepted = f"{field}[{place}]", "up to 8 words, with up to two * behind them"
                raise BadInput(at, f"{phrase!r} {problem}", accepted)


def _check_blocker(dimension: Dimension) -> None:
    """VOI-8 and GATE-15: a blocker names its item, and its readings say what can be done about it.

    An item that is missing can be supplied or stood in for; a security decision says how strict
    each reading is, since silence parks the session otherwise (ASK-9).
    """
    blocker = dimension.blocker_type
    if blocker not in ("missing_external_data", "security_decision"):
        return
    if not dimension.blocker_evidence:
        raise BadInput("blocker_evidence", "is missing", f"what makes this a {blocker}")
    if blocker == "security_decision":
        for place, reading in enumerate(dimension.readings):
            if reading.interpretation.strictness is None:
                raise BadInput(f"readings[{place}].strictness", "is missing", "0 to 10")
        return
    roles = {reading.role for reading in dimension.readings}
    for role in ("supplied", "stand-in"):
        if role not in roles:
            raise BadInput("readings", f"none has role {role}", "supplied, stand-in and left-out")


# --- signs in a repository ------------------------------------------------------------------------

_MANIFESTS = tuple(
    "requirements*.txt requirements*.in pyproject.toml setup.py setup.cfg Pipfile package.json "
    "go.mod Gemfile *.gemspec Cargo.toml composer.json pom.xml build.gradle build.gradle.kts "
    "*.csproj mix.exs".split()
)
_SOURCES = tuple(
    "*.py *.js *.jsx *.mjs *.ts *.tsx *.vue *.rb *.go *.java *.kt *.php *.rs *.cs *.ex *.exs "
    "*.scala *.swift".split()
)
_COMPOSE = ("docker-compose*.y*ml", "compose*.y*ml")
_ENV_EXAMPLES = tuple(
    ".env.example .env.sample .env.template .env.dist .env.test *.env.example env.example "
    "example.env".split()
)
#: A package (`NAME`) where a manifest declares it, and not where one merely mentions it.
_DECLARED = "|".join(
    (
        r"^[ \t]*NAME(?:\[[^\]\n]*\])?[ \t]*(?:=[ \t]*[\"'{]|[=<>~!]=|[<>@;]|\r?$)",
        r"[\"']NAME(?:\[[^\]\n]*\])?[ \t]*[<>=~!@;][^\"'\n]*[\"']",
        r"(?:dependencies|requires)[ \t]*=[ \t]*\[[^\]]{0,4000}[\"']NAME[\"']",
        r"\"NAME\"[ \t]*:[ \t]*[\"{]",
        r"^[ \t]*(?:require[ \t]+)?NAME(?:/v\d+)?[ \t]+v\d",
        r"^[ \t]*(?:gem|spec\.add_(?:runtime_)?dependency)[ \t(]+[\"']NAME[\"']",
        r"<artifactId>[ \t]*NAME[ \t]*</artifactId>",
        r"[\"'][\w.-]+:NAME(?::[^\"'\n]*)?[\"']",
        r"Include=\"NAME\"",
        r"\{:NAME,",
    )
)


def _detector(seen: Mapping[str, Any], at: str) -> Detector:
    """A sign, written out (`files`, `text`) or by the name of what shows it."""
    match sorted(seen.keys() - {"confidence", "says"}):
        case ["files", "text"]:
            files, text = seen["files"], seen["text"]
        case ["code"]:
            files, text = _SOURCES, seen["code"]
        case ["packages"]:
            files, text = _MANIFESTS, _DECLARED.replace("NAME", f"(?i:{_any(seen['packages'])})")
        case ["images"]:
            names = _any(seen["images"])
            files, text = _COMPOSE, rf"^\s*image:\s*[\"']?(?:[\w.:-]+/)*(?:{names})(?![\w./-])"
        case ["settings"]:
            names = _any(seen["settings"]).replace(r"\*", r"\w*")
            files, text = _ENV_EXAMPLES, rf"^\s*(?:export\s+)?(?:{names})\s*="
        case _:
            raise BadInput(
                at, "says no one way to see it", "files with text, code, packages, images, settings"
            )
    return Detector(files, text, seen["confidence"], seen["says"])


def _any(names: Iterable[str]) -> str:
    return "|".join(re.escape(name) for name in names)


def _check_patterns(dimension: Dimension) -> None:
    """Of a workspace's own files only: the shipped ones are tested, and compiling takes time."""
    for place, reading in enumerate(dimension.readings):
        for number, detector in enumerate(reading.seen):
            try:
                re.compile(detector.text, re.MULTILINE)
            except (re.error, OverflowError, RecursionError) as error:
                field = f"readings[{place}].seen[{number}].text"
                raise BadInput(field, str(error), "a regular expression") from None


# --- where they come from -------------------------------------------------------------------------

_FOLDER = ".plangate/dimensions"
_MOST_FILES = 500
_LARGEST_FILE = 200_000
_DEEPEST = 12


@cache
def shipped_dimensions() -> tuple[Dimension, ...]:
    """The dimensions that come with the package, in the order of their file names."""
    folder = resources.files("plangate.adapters.catalog") / "dimensions"
    return tuple(
        _named(path.name, path.read_text(encoding="utf-8"))
        for path in sorted(folder.iterdir(), key=lambda p: p.name)
        if path.name.endswith(".yaml")
    )


def dimensions_for(workspace: Path) -> tuple[Dimension, ...]:
    """The shipped dimensions and the workspace's own; one of its own replaces one of the same id.

    Its files are read anew at every call: they belong to the person who edits them. One that cannot
    be used is refused by file and field (ERR-1); a link is not followed (INV-11).
    """
    dimensions = {dimension.id: dimension for dimension in shipped_dimensions()}
    own: dict[str, str] = {}
    for path in _own_files(workspace):
        name = f"{_FOLDER}/{path.name}"
        dimension = _named(name, _own_text(path, name), own=True)
        if dimension.id in own:
            problem = f"{dimension.id!r} is the id of {own[dimension.id]} too"
            raise BadInput(f"{name}: id", problem, "each id once")
        own[dimension.id] = name
        dimensions[dimension.id] = dimension
    return tuple(dimensions.values())


def _own_files(workspace: Path) -> list[Path]:
    folder = workspace / _FOLDER
    if folder.is_symlink() or folder.parent.is_symlink():
        raise BadInput(_FOLDER, "is a link", "a folder of the workspace")
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml"))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise BadInput(_FOLDER, f"cannot be read: {error.strerror}") from None
    if len(found) > _MOST_FILES:
        raise BadInput(_FOLDER, f"{len(found):,} files", f"at most {_MOST_FILES:,}")
    return found


def _own_text(path: Path, name: str) -> str:
    if path.is_symlink():
        raise BadInput(name, "is a link", "a file of the workspace")
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(name, f"cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST_FILE:
        raise BadInput(name, "is too large", f"up to {_LARGEST_FILE:,} bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(name, f"byte {error.start} is not UTF-8", "YAML in UTF-8") from None


def _named(name: str, text: str, *, own: bool = False) -> Dimension:
    """A dimension from a file's text; what is wrong with it is said with the file's name."""
    try:
        dimension = read_dimension(_yaml(text, guarded=own))
        if own:
            _check_patterns(dimension)
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None
    return dimension


def _yaml(text: str, *, guarded: bool) -> Any:
    import yaml  # lazy: 20 ms that only planning needs

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml is 8 times as fast
    try:
        if guarded:
            _check_events(yaml.parse(text, Loader=loader))
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise BadInput(
            "document", f"is not YAML: {error.problem}{where}", "one YAML document"
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadInput("document", f"is not YAML: {error}", "one YAML document") from None


def _check_events(events: Iterator[Any]) -> None:
    """Before anything is built: no aliases and no depth, by which a small file fills a machine."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        if kind == "AliasEvent":
            raise BadInput("document", f"uses the alias *{event.anchor}", "YAML without aliases")
        depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
        if depth > _DEEPEST:
            raise BadInput("document", "is nested too deeply", f"at most {_DEEPEST} levels")
