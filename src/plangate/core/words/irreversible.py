"""What cannot be undone: a reading, an option, a task (PREF-2, ASK-11, PLAN-6).

Why: whoever proposes a reading or a task may call it reversible, a cloned repository's own rules
among them. What it says of itself counts only upwards: irreversible is what is declared so, and
what its own words or files say (the word net of oneway.py). A task also inherits it from the
decisions it rests on. Nothing here asks or decides; it says what is one-way, and everybody who
orders options, understands answers or withholds tasks goes by it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache

from plangate.core.model.nouns import Ambiguity, Assumption, Interpretation, Question, Task
from plangate.core.words.excuses import (
    is_excused,
    is_typed,
    runs,
    takes,
    without_added,
    without_mentions,
    without_names,
)
from plangate.core.words.one_way import one_way_cues
from plangate.language.negation import asserted, keeps
from plangate.language.patterns import lazy
from plangate.language.words.row_patterns import any_case, any_row, any_said
from plangate.language.words.vocabulary import LOOKING, listed, verb_of


def cannot_be_undone(reading: Interpretation) -> bool:
    """Whether a reading is irreversible: declared, or by its label or consequence."""
    return reading.reversibility == "irreversible" or says_it_is_final(reading)


def says_it_is_final(reading: Interpretation) -> bool:
    """Whether its words say so, and no reason lifts that (PREF-2, GATE-18)."""
    label, consequence = reading.label, reading.consequence
    if not option_says_so(label, consequence):
        return False
    if reading.in_code:
        return ordered_by(label, consequence) is not None
    return not (reading.undo_why and is_excused(label, consequence, reading.undo_why))


def option_says_so(label: str, consequence: str) -> bool:
    """Whether an option's own words say that it cannot be undone: its label or what it leads to,
    never those of its question or of another option. One that keeps things as they are is no deed,
    so what its consequence only mentions does not count (PREF-2, GATE-18)."""
    return option_cue(label, consequence) is not None


def option_cue(label: str, consequence: str) -> str | None:
    """The words of an option that say so, for whoever is to be told."""
    told = asserted(consequence) if keeps(label) else (consequence,)
    read = (without_mentions(without_names(text)) for text in (label, *told) if text)
    return next((cue.saw for text in read for cue in one_way_cues(text)), None)


def ordered_by(label: str, consequence: str) -> str | None:
    """The deed an option orders, where code alone carries it out; None for none.

    Its label orders one by the verb it opens with; what it says besides is what the code will do
    later, and version control takes that back, unless it speaks of what is live (PLAN-6).
    """
    for text in (label, consequence):
        for sentence in _breaks().split(text):
            is_live = _is_live(sentence)
            order = sentence if is_live else any_case("hangs_on_a_condition").sub(" ", sentence)
            orders = text is label and _orders(sentence)
            if (orders or is_live) and (cues := one_way_cues(order)):
                return cues[0].saw
    return None


def _orders(sentence: str) -> bool:
    word = _opening(sentence).removeprefix("yes, ").partition(" ")[0].rstrip(",:")
    return _is_order(word.rpartition("-")[2])  # “force-push”


def _is_order(word: str) -> bool:
    verb = verb_of(word)
    return verb is not None and verb.name == word


def says_so(*texts: str) -> bool:
    """Whether the word net of PREF-2 catches one of the texts."""
    return any(one_way_cues(text) for text in texts if text)


def is_one_way(question: Question) -> bool:
    """ASK-11: a question with an irreversible option, or caught by PREF-2's registry or words."""
    return question.one_way or any(o.reversibility == "irreversible" for o in question.options)


# --- tasks ----------------------------------------------------------------------------------------

#: How a sentence begins that only looks, tests, tells or guards: it does not do what it speaks of.
_LOOKS = """tests? testing verif(?:y|ies) checks? reviews? audit documents? describes? explains?
    finds? search(?:es)? looks? lists? measures? reads? rehearses? backups? snapshots? compares?
    counts? collects? discuss decide plan design correct
    proves? shows? confirms? traces? covers? watch grep"""
_LOOKS_IN_WORDS = (
    r"runs? (?:the |all |every )?(?:[\w-]+ ){0,2}(?:grep|rg|tests?|suite|pytest|checks?|lint)",
    r"dry[ -]runs?",
    r"backs? up",
    r"records? (?:how|what|in a test)",
    r"handles? (?:the |every )?(?:edge|corner) cases?",
    r"prepares? all but the last step",
    r"(?:take|make|save|create|keep)s? (?:\w+ ){0,3}(?:backups?|snapshots?|copy|copies|dumps?)",
    r"(?:write|add|extend|update|adapt|fix|run|make|create)s? (?:[\w-]+ ){0,4}"
    r"(?:tests?|specs?|docs?|documentation|readme|runbooks?|changelog|guides?|checklists?)",
)
_FIRST = lazy(r"[a-z]+(?= [a-z“])")
#: A search that removes what it finds: a command, whatever it is called.
_REMOVES = lazy(r"\s-(?:delete|exec)\b|\|\s*(?:xargs|sudo|rm)\b")
#: Files that are run against data or machines rather than called by code.
_RUN = lazy(r"\.(?:sql|sh|bash|ps1|tf)$|(?:^|/)(?:migrations?|migrate|db/changes)/", re.IGNORECASE)
#: A change of the stored shape that is called after what it adds takes nothing away.
_ADDS = lazy(
    r"(?:^|[/\d])[_-]*(?:create|add|init|initial)[_-]"
    r"(?![^/]*(?:drop|remov|delet|destroy|purg|truncat|wip|renam|eras))[^/]*$",
    re.IGNORECASE,
)
#: A name of code, or a flag, at the beginning: “`destroy` takes …”, “--rotate adds …”.
_NAMED = lazy(r"\s*(?:`[^`]*`|--\w)")
#: What takes a change of the stored shape back is not done with it: “`down` drops the table”.
_WAY_BACK = lazy(r"\s*(?:`down(?:grade)?(?:\(\))?`|down(?:grade)?\(\)|[Dd]own (?:drops|removes)\b)")
_SENTENCES = lazy(r"\n|(?<=\S[.!?])\s")
_NO_LETTERS = lazy(r"[^a-zA-Z]+")
_DOCUMENT = lazy(r"\.(?:md|rst|adoc)$|(?:^|/)docs?/", re.IGNORECASE)
#: What a tool reads, `.github/workflows/test.yml`, is no test whatever it is called.
_OF_A_TOOL = lazy(r"(?:^|/)\.\w")


def irreversible_by_words(task: Task, *, code_too: bool = False) -> bool:
    """PLAN-6: whether a task's own words or files say that it cannot be undone."""
    return final_words(task, code_too=code_too) is not None


def final_words(task: Task, *, code_too: bool = False) -> str | None:
    """The word or file of a task that says it cannot be undone; None for none (PLAN-6).

    Each deed counts by itself, by its own verb: one that tests, documents or guards against a
    deletion deletes nothing, nor does what is done before one, and code that is written to delete
    has not deleted yet. `code_too` counts code as well where nothing shows that it is only written:
    for tasks of a proposer whose wording nobody here chose (MCP-6). One that names the files it
    writes does what it orders and what it runs; the rest of its words tell what the code will do,
    and version control takes that back.
    """
    if only_writes_of(task.files):
        return None
    run = [path for path in task.files if _is_run(path) and not _ADDS.search(path)]
    for path in run:
        name = _THEIR_NAME.sub("", _NO_LETTERS.sub(" ", path.rpartition("/")[2].partition(".")[0]))
        if says_so(path) and (takes(name) or says_so(name)):
            return path
    writes = bool(task.files) and not run
    beside_code = len(task.files) > len(run)
    for deed in _deeds(task, writes):
        in_code = writes or (beside_code and any_case("of_what_is_stored").search(deed) is None)
        told = deed if writes or not in_code else any_case("hangs_on_a_condition").sub(" ", deed)
        does = _does(told, code_too and not in_code)
        does = does and not (in_code and _only_writes(told, task))
        if does and (cue := _cue_of(told, task.undo_why)) is not None:
            return cue
    return None


#: “price_changes”: what a table holds, at the end of a file's name, is no deed.
_THEIR_NAME = lazy(r"(?<=\w )(?:changes|merges|splits|renames|conversions)\s*$", re.IGNORECASE)


def _is_run(path: str) -> bool:
    from plangate.core.words.plan_words import is_test_path  # noqa: PLC0415 - only plans need it

    return _RUN.search(path) is not None and not is_test_path(path)


def _cue_of(deed: str, why: str) -> str | None:
    """What the net sees in a deed that no reason lifts (0022)."""
    from plangate.core.words.plan_words import safeguard  # noqa: PLC0415 - only plans need it

    plain = any_case("would_happen").sub(" ", without_names(without_added(deed)))
    cue = next(iter(one_way_cues(plain)), None)
    if cue is None or (why and is_excused(deed, "", why)):
        return None
    # A way back that is told of, rather than gone, makes a deed no worse.
    is_way_back = safeguard(cue.saw) == cue.saw and not _opening(deed).startswith(cue.saw)
    return None if is_way_back and safeguard(deed) else cue.saw


def only_writes_of(files: Collection[str]) -> bool:
    """Whether a task touches documents and tests alone: it writes of deeds and does none."""
    from plangate.core.words.plan_words import is_test_path  # noqa: PLC0415

    return bool(files) and all(
        _DOCUMENT.search(path) or (is_test_path(path) and not _OF_A_TOOL.search(path))
        for path in files
    )


def _deeds(task: Task, writes: bool) -> Iterator[str]:
    """The sentences of a task without what only says when, whole and deed by deed: “check the list
    and delete all users” checks and deletes; “test that users log in and delete …” only tests. The
    title of one that goes on to say what it writes is a name."""
    from plangate.language.clauses import main_clause  # noqa: PLC0415
    from plangate.language.cutting import coordinated  # noqa: PLC0415

    is_name = writes and _moods()[1].match(_opening(task.description)) is not None
    do = _without_content(task) if writes else task.description
    title = any_case("hangs_on_a_condition").sub(" ", task.title) if writes else task.title
    told = do if is_name else f"{title}\n{do}"
    for part in _breaks().split(told):
        if _WAY_BACK.match(part) or not (sentence := main_clause(part.strip())):
            continue
        yield sentence
        if not any_case("governs_what_follows").search(sentence):
            yield from tuple(coordinated(sentence))[1:]


def _without_content(task: Task) -> str:
    """What a task that names its files orders, without what only says when, and without what is
    to be written: what stands behind the colon of an order to write, and all that follows “write
    app/jobs.py” but what is run, live or done to all there is."""
    told: list[str] = []
    in_a_file = False
    for sentence in _SENTENCES.split(task.description):
        words = _opening(sentence).split()
        is_done = _is_live(sentence) or runs(" ".join(words[:1]))
        if is_done or (in_a_file and any_said("sweeping").search(sentence)):
            told.append(sentence)
        elif not in_a_file:
            writes = _moods()[1].match(_opening(sentence)) is not None
            order = sentence.partition(": ")[0] if writes else sentence
            told.append(any_case("hangs_on_a_condition").sub(" ", order))
            in_a_file = not told[1:] and writes and _is_of(words[1:2], task)
    return "\n".join(told)


def _is_live(sentence: str) -> bool:
    """Whether what a sentence tells is done, not only written."""
    return any_said("on_live_data").search(sentence) is not None or is_typed(sentence)


def _is_of(words: Collection[str], task: Task) -> bool:
    """Whether one of the words is a file of the task, by its path or its name."""
    named = {name.lower() for path in task.files for name in (path, path.rpartition("/")[2])}
    return any(word.strip("`'“”,:;.()") in named for word in words)


def _opening(sentence: str) -> str:
    """How a sentence begins, in lower case, behind its number and where it is to be done; a name
    of code or a flag is no word."""
    if _NAMED.match(sentence):
        return ""
    bare = sentence[:200].lstrip("“”\"'`*-•() ").lower().removeprefix("and ")
    return any_row("where_a_deed_is_done").sub("", bare)


def _only_writes(sentence: str, task: Task) -> bool:
    """Whether a sentence of a task that names its files tells what is to stand in them: it orders
    nothing, or orders a file of the task to be changed; not where it speaks of what is live, or is
    itself what somebody types at a console."""
    words = _opening(sentence).split()[:5]
    if _is_live(sentence):
        return False
    first = words[0].rstrip(",:") if words else ""
    first = first.rpartition("-")[2]  # “force-push”
    verb = verb_of(first)
    tells = verb is not None and first != verb.name and first.endswith("s")  # “removes …”
    if verb is None or tells:
        return True
    return not runs(first) and _is_of(words[1:], task)


def _does(sentence: str, code_too: bool) -> bool:
    speaks, builds = _moods()
    opening = _opening(sentence)
    if (speaks.match(opening) or _only_looks(opening)) and not _REMOVES.search(sentence):
        return False
    _, _, labelled = opening.partition(": ")  # “What is wanted: add …”
    writes = builds.match(opening) or builds.match(labelled)
    return code_too or not writes or any_said("on_live_data").search(sentence) is not None


def _only_looks(opening: str) -> bool:
    """Whether the verb it opens with wants to know, to check or to tell, and changes nothing."""
    word = _FIRST.match(opening)
    verb = verb_of(word.group()) if word else None
    return verb is not None and verb.kind in LOOKING and "look_by_acting" not in verb.lists


@cache
def _breaks() -> re.Pattern[str]:
    return re.compile(r"\n|;|(?<=\S[.!?])\s|,? (?:and )?then ")


@cache
def _moods() -> tuple[re.Pattern[str], re.Pattern[str]]:
    looks = "|".join((*_LOOKS.split(), *_LOOKS_IN_WORDS))
    # What is written can be taken back until it is run.
    builds = "|".join(sorted(listed("write_code")))
    return re.compile(rf"(?:{looks})\b"), re.compile(rf"(?:{builds})\b")


# --- a plan ---------------------------------------------------------------------------------------


def irreversible_entries(
    entries: Iterable[Assumption], ambiguities: Iterable[Ambiguity]
) -> frozenset[str]:
    """PLAN-6: the ledger entries that decide for something irreversible, whoever decided it."""
    readings = {(a.id, r.id): r for a in ambiguities for r in a.interpretations}
    found = set()
    for entry in entries:
        reading = readings.get((str(entry.ambiguity), str(entry.interpretation)))
        if cannot_be_undone(reading) if reading is not None else says_so(entry.decision):
            found.add(str(entry.id))
    return frozenset(found)


def as_they_are(tasks: Iterable[Task], one_way: Collection[str]) -> tuple[Task, ...]:
    """PLAN-6: the tasks, each irreversible that rests on one of these entries or says so itself.

    What writes documents and tests alone carries none of them out, unless nothing else does.
    """
    known = tuple(tasks)
    carried = {name for task in known if not only_writes_of(task.files) for name in task.rests_on}
    return tuple(_as_it_is(task, one_way, carried) for task in known)


def _as_it_is(task: Task, one_way: Collection[str], carried: Collection[str]) -> Task:
    if task.reversibility == "irreversible":
        return task
    final = [name for name in task.rests_on if name in one_way]
    writes = only_writes_of(task.files)
    inherits = any(not writes or name not in carried for name in final)
    if inherits or irreversible_by_words(task):
        return task._replace(reversibility="irreversible")
    return task
