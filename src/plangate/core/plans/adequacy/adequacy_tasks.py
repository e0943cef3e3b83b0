"""The signals about one task, a row each: ADQ-1…7, in the order their factors multiply.

A row looks at one task and returns what it saw and what would cure it, or None. Which fields a row
needs stands beside it; adequacy.py skips the row where one is not carried.
"""

from __future__ import annotations

from plangate.core.model.nouns import Task
from plangate.core.plans.adequacy.adequacy_rows import (
    PlanFacts,
    Seen,
    TaskRow,
    mentions_verification,
    named,
    quoted,
)
from plangate.core.plans.plan_document import PlanTask
from plangate.core.words.irreversible import final_words, only_writes_of
from plangate.core.words.plan_words import (
    action_verb,
    filler,
    is_placeholder_path,
    placeholder,
    real_files,
    unsafe_destruction,
)
from plangate.language.paths import identifiers, named_paths
from plangate.language.patterns import lazy
from plangate.language.tokens import counted
from plangate.language.words.foreign import size
from plangate.language.words.vocabulary import verb_of


def _is_short(task: PlanTask) -> bool:
    text = task.description.strip()
    if len(text) >= 12 and len(text.split(None, 3)) >= 3:
        return False
    characters, words = size(text)
    return characters < 12 or words < 3


def _vague_short(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-1: the description is shorter than 12 characters or 3 words."""
    if not _is_short(task):
        return None
    text = task.description.strip()
    size = f"{counted(len(text), 'character')}, {counted(len(text.split()), 'word')}"
    return Seen(size, "say what is done to what, in 12 characters and 3 words or more")


def _vague_phrase(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-2: not ADQ-1, and no action verb among the first 6 words, or a filler phrase."""
    phrase = None
    if has_action := _says_what(task):
        phrase = filler(_ASIDE.sub(" ", task.description))
    if (has_action and not phrase) or _is_short(task):
        return None
    if phrase:
        return Seen(f"“{phrase}”", "name the things that are meant")
    return Seen(
        f"no action among the first 6 words: {quoted(task.description)}",
        "open with what is done: add, change, remove, test …",
    )


def _says_what(task: PlanTask) -> bool:
    """An action among the first words of its text or its title, a symbol and what it does, or
    first a file and then what is to stand in it."""
    own = {*(task.files or ()), *(task.new_files or ())}
    first = task.description.split(None, 2)[:2]  # “app/api.py: …”, “In app/api.py: …”
    named = (
        x.strip("`:,") in own or (x.endswith(":") and (named_paths(x) or identifiers(x)))
        for x in first
    )
    told = (task.description, task.title or "")
    is_new = first[:1] and first[0].lower() == "new"  # “New column note on orders”
    return (
        bool(is_new) or any(named) or any(map(action_verb, told)) or _symbol_acts(task.description)
    )


def _symbol_acts(text: str) -> bool:
    """“LoanService.renew throws …”: a name of code, and a verb in the third person behind it."""
    found = _SYMBOL_ACTS.match(text)
    return found is not None and bool(found["quoted"] or identifiers(found["name"]))


_SYMBOL_ACTS = lazy(
    r"\s*(?:`(?P<quoted>[^`]+)`|(?P<name>[A-Za-z_][\w.]*(?:\(\))?)(?:\([^()]+\))?)"
    r"\s+[a-z]{2,}[^\W\dsu]s\b"
)


#: What a sentence says beside itself: in brackets, or in somebody else's words.
_ASIDE = lazy(r"\([^()]*\)|`[^`]*`|“[^”]*”|\"[^\"]*\"")


def _tbd_placeholder(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-3: tbd, todo or ??? as a word in any of its texts, or a placeholder path."""
    texts = (task.description, task.title or "", task.check or "", *(task.preconditions or ()))
    for text in texts:
        if text and (found := placeholder(text)):
            return Seen(f"“{found}”", "decide what stands there, or make finding out its own task")
    for path in task.files or ():
        if path.strip() and is_placeholder_path(path):
            return Seen(f"the path {quoted(path)}", "name the real file, or leave the path out")
    return None


def _risk_destructive(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-4: a destructive operation and no affirmed safeguard: backup, snapshot, dry run,
    confirmation, rollback."""
    if _only_documents(task):
        return None
    said = task.description
    if task.title and task.title not in said:
        said = f"{task.title}\n{said}"
    words = unsafe_destruction(said, "\n".join((task.check or "", *(task.preconditions or ()))))
    if words is None or _only_in_code(task):
        return None
    return Seen(
        f"“{words}” and no safeguard",
        "say what makes it safe: a confirmation, a dry run, a rollback, a snapshot or a backup",
    )


def _only_in_code(task: PlanTask) -> bool:
    """A task that names its files and orders nothing final tells what the code will do (PLAN-6)."""
    files = (*(task.files or ()), *(task.new_files or ()))
    said = (task.title or "", task.description)
    told = (Task(task.id, "", text, files) for text in said)
    return bool(files) and all(final_words(one, code_too=True) is None for one in told)


def _only_documents(task: PlanTask) -> bool:
    """A task that touches documents and tests and removes none of them speaks of a deed, as of
    “deleting” in the name of what it documents."""
    verb = verb_of(action_verb(task.description) or "")
    files = (*(task.files or ()), *(task.new_files or ()))
    return only_writes_of(files) and verb is not None and verb.kind != "remove"


def _deps_incomplete_or_order(task: PlanTask, facts: PlanFacts) -> Seen | None:
    """ADQ-5: a dependency does not exist or stands later in the list."""
    if not task.depends_on:
        return None
    here = facts.place[task.id]
    unknown = [name for name in task.depends_on if name not in facts.place]
    late = [name for name in task.depends_on if facts.place.get(name, here) > here]
    if not unknown and not late:
        return None
    parts = [f"{named(unknown)} is not a task"] * bool(unknown)
    parts += [f"{named(late)} stands later"] * bool(late)
    return Seen(" and ".join(parts), "name existing tasks and put each behind what it depends on")


def _heavy_without_test(task: PlanTask) -> Seen | None:
    if task.complexity is None or task.complexity < 7 or mentions_verification(task):
        return None
    return Seen(
        f"complexity {task.complexity} and no mention of a test",
        "say in its check which test shows that it works",
    )


def _heavy_without_required_test(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-6: the same when a test was declared required (`test_required`)."""
    return _heavy_without_test(task) if task.test_required else None


def _heavy_without_test_hint(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-6: complexity 7 or more, and neither description, check nor files mention a test or
    verification."""
    return None if task.test_required else _heavy_without_test(task)


def _precondition_missing(task: PlanTask, _: PlanFacts) -> Seen | None:
    """ADQ-7: changes files, complexity 6 or more, no precondition."""
    if (task.complexity or 0) < 6 or any(p.strip() for p in task.preconditions or ()):
        return None
    files = real_files(task.files)
    if not files:
        return None
    return Seen(
        f"complexity {task.complexity}, changes {counted(len(files), 'file')}, no precondition",
        "say what must be true before it begins",
    )


def _manifest_empty_path(task: PlanTask, _: PlanFacts) -> Seen | None:
    """PLAN-5: a path among its files that names nothing; it costs no confidence, it blocks."""
    blank = sum(not path.strip() for path in task.files or ())
    if not blank:
        return None
    return Seen(f"{counted(blank, 'empty path')}", "name the file, or leave the path out")


TASK_ROWS: tuple[TaskRow, ...] = (
    TaskRow("ADQ-1", "vague_short", 0.65, _vague_short),
    TaskRow("ADQ-2", "vague_phrase", 0.75, _vague_phrase),
    TaskRow("ADQ-3", "tbd_placeholder", 0.70, _tbd_placeholder),
    TaskRow("ADQ-4", "risk_destructive", 0.35, _risk_destructive, critical=True),
    TaskRow("ADQ-5", "deps_incomplete_or_order", 0.55, _deps_incomplete_or_order, ("depends_on",)),
    TaskRow("ADQ-6", "heavy_without_test_hint", 0.82, _heavy_without_test_hint, ("complexity",)),
    TaskRow(
        "ADQ-6",
        "heavy_without_test_hint",
        0.65,
        _heavy_without_required_test,
        ("complexity",),
        critical=True,
    ),
    TaskRow(
        "ADQ-7",
        "precondition_missing",
        0.70,
        _precondition_missing,
        ("files", "complexity", "preconditions"),
    ),
    TaskRow("PLAN-5", "manifest_empty_path", 1.0, _manifest_empty_path),
)
