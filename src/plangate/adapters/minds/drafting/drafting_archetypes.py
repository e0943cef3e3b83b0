"""Change archetypes: what kind of change a clause asks for, and the tasks such a change is made of.

One file of `archetypes/` describes one kind of change. It says

* in which clauses it applies: `deeds` (the verb the clause opens with, and what it must be about),
  `builds`, `when` and `said` (phrases wanted, asked for or stated: phrases.py), and `unless`;
  of several that apply the one of the lowest `rank` does;
* where its work happens (`where`: the first list of paths the repository has), what it may imitate
  (`like`), and how to `find` the place when the repository did not show it;
* its `tasks`, one of them the `core`: the change itself, made once for every clause.

Texts are templates. `{thing}` is filled from the clause, `{routes}` from the repository; a stretch
in square brackets is left out when something in it is not known, and so is a task whose own words
are not (drafting_fill.py). YAML is for people; a plan reads the JSON made of it
(compiled_catalog.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from plangate.adapters.minds.compiled_catalog import Compiled
from plangate.adapters.minds.drafting.drafting_facts import PATH_SLOTS, PATTERN_SLOTS
from plangate.adapters.minds.drafting.wording.clauses_of_work import PieceOfWork, head_of, parts_of
from plangate.adapters.minds.yaml_files import yaml_document
from plangate.core.model.errors import BadInput
from plangate.core.model.nouns import REVERSIBILITIES, Reversibility
from plangate.core.model.records import Document, Fields
from plangate.core.model.shapes import Choice, Flag, ListOf, Record, Text, Whole
from plangate.core.words.plan_words import action_verb, filler
from plangate.language.issues.reports import is_deed_that_fails, is_report
from plangate.language.phrases import marked, phrase_problem
from plangate.language.words.row_patterns import any_case
from plangate.language.words.vocabulary import is_verb, listed

#: What a check runs: the tests of the place, the same while they must still fail, all tests, the
#: linter, the build.
Run = Literal["tests", "red", "suite", "lint", "build"]

WORD_SLOTS = frozenset(
    ("clause", "said", "told", "reported", "deed", "what", "thing", "place", "today")
)
SEEN_SLOTS = frozenset(("test_title", "mended", "mended_when", "measured", "smallest", "values"))
OTHER_SLOTS = frozenset(("target", "likeliest", "spot", "like", "search"))
TEST_SLOTS = frozenset(("tests", "tests_name", "near", "test", "lint", "build"))
SLOTS = WORD_SLOTS | SEEN_SLOTS | OTHER_SLOTS | TEST_SLOTS | PATH_SLOTS
_FILES = PATH_SLOTS | {"target", "tests"}


class Deed(NamedTuple):
    """Verbs a clause may open with; `about` is what it must speak of then, if anything."""

    verbs: tuple[str, ...]
    about: tuple[str, ...] = ()


class Template(NamedTuple):
    """A task of an archetype, before its slots are filled."""

    key: str
    title: str
    description: str
    check: str
    core: bool = False
    files: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    complexity: int = 3
    given: tuple[str, ...] = ()
    run: Run = "suite"
    reversibility: Reversibility = "reversible"
    level: int = 1
    """The goal complexity from which the task is worth having."""
    page: bool = False
    """Whether it writes documentation: a plan has one such task, whatever it builds."""
    undecided: tuple[str, ...] = ()
    """Dimensions whose own task takes its place once they are settled."""
    safeguard: bool = False
    """Whether it makes what follows safe to do."""
    answer: tuple[str, ...] = ()
    """A decision and its reading: with it the task is worth having, with another it is not."""
    proved: str = ""
    """Its check where a task of its own writes the test."""


class Archetype(NamedTuple):
    id: str
    rank: int
    acts: bool
    """Whether its core does a thing to data or the world, rather than write code for it."""
    undoable: bool
    """Whether it is done so that it can be taken back, whatever words its clause uses."""
    stops: bool
    """Whether it takes the place of another kind's core and of what follows that."""
    recurs: bool
    """Whether it is done again and again: an answer about what goes leaves that as it is."""
    names_itself: bool
    """Whether its tasks say what it builds: “the setting for {thing}”."""
    last: bool
    """Whether its core waits for the cores of every clause before it."""
    deeds: tuple[Deed, ...]
    builds: tuple[str, ...]
    when: tuple[str, ...]
    said: tuple[str, ...]
    unless: tuple[str, ...]
    where: tuple[str, ...]
    like: tuple[str, ...]
    search: tuple[str, ...]
    find: Template | None
    tasks: tuple[Template, ...]

    @property
    def names_its_thing(self) -> bool:
        """Whether its core speaks of what it is done to by name."""
        return any(slot in self.core.title for slot in ("{thing}", "{what}"))

    def fits(self, verb: str, text: str, place: str = "") -> bool:
        """Whether a clause that opens with a verb asks for this kind of change; where it goes is
        nothing that is built: “add pause() to Job” makes no job."""
        heard = marked(text)
        made = marked(text.replace(place, " ", 1)) if place else heard
        if heard.stated(self.unless):
            return False
        return bool(
            any(
                verb in deed.verbs and (not deed.about or heard.stated(deed.about))
                for deed in self.deeds
            )
            or heard.asked(self.when)
            or made.built(self.builds)
            or heard.stated(self.said)
        )

    def builds_in(self, text: str) -> bool:
        """Whether a text wants this kind of thing made, by its name."""
        heard = marked(text)
        return heard.built(self.builds) is not None and not heard.stated(self.unless)

    @property
    def core(self) -> Template:
        return next(template for template in self.tasks if template.core)


def archetype_of(clause: PieceOfWork, among: Iterable[Archetype]) -> Archetype | None:
    """The kind of change a clause asks for; None when it is none we know.

    What stands before “with” says it, where it says anything: an endpoint with a cache is no cache.
    Of a list behind “with” no member speaks for the whole.
    """
    known = tuple(among)
    mends = next((kind for kind in known if kind.id == _MENDS), None)
    if mends is not None and is_deed_that_fails(clause.text):
        return mends
    if any_case("slow_by_name").match(clause.text):
        return next((kind for kind in known if kind.id == _SPEEDS), mends)
    # To prevent a thing denies it, and is work on it all the same.
    texts: tuple[str, ...] = (head_of(clause), clause.text)
    if clause.verb in _KEEPS_OFF:
        texts = (clause.what,)
    if len(parts_of(clause)) > 1:
        texts = texts[:1]
    if clause.verb in listed("gives"):
        texts = tuple(_FLAG.sub("command-line option", text) for text in texts)
    for text in dict.fromkeys(_ASIDE.sub("", text) for text in texts):
        for archetype in known:
            if archetype.fits(clause.verb, text, clause.place):
                return archetype
    return mends if is_report(clause.text) else None


_MENDS, _SPEEDS = "bug-fix", "performance"
#: A flag in its own spelling is an option of the command line.
_FLAG = re.compile(r"`?(?<![\w-])--[a-z][\w-]*`?(?:\s+(?:flag|option|switch|argument)\b)?")
#: “When somebody last logged in (password or single sign-on)”: an aside is nothing that is built.
_ASIDE = re.compile(r"(?<=\w) \([^()]*\)")
_KEEPS_OFF = frozenset("prevent stop avoid block forbid refuse reject".split())

# --- where they come from -------------------------------------------------------------------------

#: The archetype of clauses that are none of the others.
PLAIN = "clause"


@cache
def shipped_archetypes() -> tuple[Archetype, ...]:
    """The kinds of change that come with the package, the most particular first."""
    return tuple(_archetype(document) for document in SHIPPED.documents())


@cache
def plain_archetype() -> Archetype:
    return next(archetype for archetype in shipped_archetypes() if archetype.id == PLAIN)


@cache
def recurring_archetype() -> Archetype:
    """The kind of change that brings what runs again and again."""
    return next(archetype for archetype in shipped_archetypes() if archetype.recurs)


def _checked(files: Mapping[str, bytes]) -> list[Document]:
    """The documents of the shipped files, by rank."""
    checked = [read_archetype(name, yaml_document(name, raw)) for name, raw in files.items()]
    return sorted(checked, key=lambda read: (read["rank"], read["id"]))


def read_archetype(name: str, document: Any) -> Document:
    """A document with the fields its shape knows; what is wrong is said with its file's name."""
    try:
        read = ARCHETYPE.read(document, "document")
        _check(_archetype(read))
    except BadInput as error:
        raise BadInput(f"{name}: {error.field}", error.problem, error.accepted) from None
    return read


def archetypes_in(files: Mapping[str, bytes]) -> dict[str, Archetype]:
    """The kinds of change of files that people wrote, by what a person calls the file (EXT-1)."""
    found: dict[str, Archetype] = {}
    named: dict[str, str] = {}
    for name, raw in files.items():
        archetype = _archetype(read_archetype(name, yaml_document(name, raw)))
        if archetype.id in named:
            problem = f"{archetype.id!r} is the id of {named[archetype.id]} too"
            raise BadInput(f"{name}: id", problem, "each id once")
        named[archetype.id] = name
        found[name] = archetype
    return found


def archetypes_with(*more: Mapping[str, Archetype]) -> tuple[Archetype, ...]:
    """The shipped ones and others, later ones in the place of those with their id, by rank."""
    known = {archetype.id: archetype for archetype in shipped_archetypes()}
    for own in more:
        known |= {archetype.id: archetype for archetype in own.values()}
    return tuple(sorted(known.values(), key=lambda archetype: (archetype.rank, archetype.id)))


SHIPPED = Compiled("plangate.adapters.minds.drafting", "archetypes.json", "archetypes", _checked)


# --- the shape of a data file ---------------------------------------------------------------------

_PHRASES = ListOf(Text(200), most=200)
_KEYS = ListOf(Text(60), most=20)
_TEXTS = {"title": Text(200), "description": Text(1_000), "check": Text(500)}
_TEMPLATE = Record(
    required={"key": Text(60), **_TEXTS},
    optional={
        "core": Flag(),
        "files": ListOf(Choice(tuple(sorted(_FILES))), most=6),
        "after": _KEYS,
        "complexity": Whole(1, 8),
        "given": ListOf(Text(300), most=5),
        "run": Choice(("tests", "red", "suite", "lint", "build")),
        "reversibility": Choice(REVERSIBILITIES),
        "level": Whole(1, 10),
        "page": Flag(),
        "undecided": _KEYS,
        "safeguard": Flag(),
        "answer": ListOf(Text(60), 2, 2),
        "proved": Text(500),
    },
)
ARCHETYPE = Record(
    required={"id": Text(60), "rank": Whole(1, 999), "tasks": ListOf(_TEMPLATE, 1, 12)},
    optional={
        "acts": Flag(),
        "undoable": Flag(),
        "stops": Flag(),
        "recurs": Flag(),
        "names_itself": Flag(),
        "last": Flag(),
        "deeds": ListOf(Record({"verbs": _PHRASES}, {"about": _PHRASES}), most=10),
        "builds": _PHRASES,
        "when": _PHRASES,
        "said": _PHRASES,
        "unless": _PHRASES,
        "where": ListOf(Choice(tuple(sorted(PATH_SLOTS))), most=6),
        "like": ListOf(Choice(tuple(sorted(PATTERN_SLOTS))), most=6),
        "search": ListOf(Text(60), most=8),
        "find": Record(_TEXTS, {}),
    },
)


def _archetype(read: Fields) -> Archetype:
    find = read.get("find")
    return Archetype(
        id=read["id"],
        rank=read["rank"],
        acts=read.get("acts", False),
        undoable=read.get("undoable", False),
        stops=read.get("stops", False),
        recurs=read.get("recurs", False),
        names_itself=read.get("names_itself", False),
        last=read.get("last", False),
        deeds=tuple(
            Deed(tuple(deed["verbs"]), tuple(deed.get("about", ())))
            for deed in read.get("deeds", ())
        ),
        builds=tuple(read.get("builds", ())),
        when=tuple(read.get("when", ())),
        said=tuple(read.get("said", ())),
        unless=tuple(read.get("unless", ())),
        where=tuple(read.get("where", ())),
        like=tuple(read.get("like", ())),
        search=tuple(read.get("search", ())),
        find=_template({"key": "find", "complexity": 2, **find}) if find else None,
        tasks=tuple(_template(task) for task in read["tasks"]),
    )


def _template(read: Fields) -> Template:
    lists = ("files", "after", "given", "undecided", "answer")
    fields: Document = {n: tuple(v) if n in lists else v for n, v in read.items()}
    return Template(**fields)


def _check(archetype: Archetype) -> None:
    """One core, keys that exist and stand earlier, slots that exist, phrases that can be found."""
    keys: list[str] = []
    if sum(template.core for template in archetype.tasks) != 1:
        raise BadInput("tasks", "not one of them is the core", "exactly one with core: true")
    for place, template in enumerate(archetype.tasks):
        at = f"tasks[{place}]"
        if template.key in keys or template.key == "find":
            raise BadInput(f"{at}.key", f"{template.key!r} is taken", "each key once")
        if late := [key for key in template.after if key not in keys]:
            raise BadInput(f"{at}.after", f"{late[0]!r} does not stand before it", "earlier keys")
        keys.append(template.key)
        _check_slots(template, at)
    if archetype.find:
        _check_slots(archetype.find, "find")
    for verb in (verb for deed in archetype.deeds for verb in deed.verbs):
        if not is_verb(verb):
            raise BadInput("deeds", f"{verb!r} is not known as a verb", "one of verbs.toml")
    about = [phrase for deed in archetype.deeds for phrase in deed.about]
    named = (archetype.builds, archetype.when, archetype.said, archetype.unless, about)
    for phrase in (phrase for phrases in named for phrase in phrases):
        if problem := phrase_problem(phrase):
            raise BadInput("phrases", f"{phrase!r} {problem}", "up to 8 words")


def _check_slots(template: Template, at: str) -> None:
    plain = re.sub(r"{(\w+)}|[\[\]]", r"\1", template.description)
    if not template.description.startswith("{clause}") and action_verb(plain) is None:
        raise BadInput(f"{at}.description", f"{plain!r} opens with no action", "a verb of ADQ-2")
    if phrase := filler(plain):
        raise BadInput(f"{at}.description", f"{phrase!r} says nothing", "the thing that is meant")
    texts: Sequence[str] = (
        template.title,
        template.description,
        template.check,
        template.proved,
        *template.given,
    )
    for slot in (slot for text in texts for slot in re.findall(r"{(\w*)}", text)):
        if slot not in SLOTS:
            raise BadInput(at, f"the slot {slot!r} is not known", ", ".join(sorted(SLOTS)))
