"""No module beside the ear has words of its own (UND-1): no list and no stemmer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from plangate.adapters.minds.drafting.wording.clauses_of_work import work_of
from plangate.core.understanding.intake import is_understood
from plangate.core.words.plan_words import action_verb, asks_for_change
from plangate.language.hearing import hear
from plangate.language.words.vocabulary import is_known, verbs
from tests.sources import SOURCE, parsed

pytestmark = pytest.mark.rule("UND-1")
#: The ear itself, and the frozen gate of edition 1, which keeps the words it was frozen with.
OUTSIDE = ("language/", "core/audit/edition1/", "interfaces/screens/", "interfaces/web/")
MOST = 7
_WORD = re.compile(r"[a-z]{2,}")
_COLLECTIONS = (ast.Tuple, ast.List, ast.Set, ast.Dict)
_MAKES_ONE = ("frozenset", "set", "tuple", "list", "dict")

#: Tables that are not about language: names of fields, files, folders, commands and settings, and
#: texts that are shown.
NOT_LANGUAGE = frozenset(
    """
    adapters/repo/facts/dependencies/frameworks.py:FRAMEWORKS
    frameworks/person.py:TOOL_SCHEMA
    adapters/formats/prose.py:_ROOTS adapters/library/librarian.py:_SAYS
    adapters/minds/drafting/drafting_facts.py:_ASIDE
    adapters/minds/drafting/drafting_facts.py:_BY_FACT
    adapters/minds/drafting/drafting_facts.py:_PATTERNS
    adapters/repo/already/naming.py:_PATTERNS adapters/repo/places/tests_ranked.py:_SAY_NOTHING
    adapters/repo/checkout/sign_weights.py:SHOWN adapters/repo/checkout/sign_weights.py:_HASH
    adapters/repo/checkout/sign_weights.py:_TRIED adapters/repo/checkout/symbols.py:_KINDS
    adapters/repo/index/surface_rows.py:ROWS adapters/repo/facts/layout.py:_ANYWHERE
    interfaces/mcp/said/bounds.py:_BY_A_TOOL
    adapters/repo/facts/layout.py:_HOMES
    adapters/repo/facts/sources.py:_LIKELY adapters/repo/facts/paths_aside.py:_ASIDE
    app/naming/lookup.py:_WORDS core/agents/host_words.py:SYNONYMS core/model/model_use.py:FAULTS
    core/agents/host_words.py:_NOT_A_HOSTS core/agents/host_words.py:_UNDO
    interfaces/mcp/said/wanted.py:EXAMPLE
    core/agents/proposals.py:_TASK core/audit/criteria.py:CRITERIA
    core/gate/asking/lint.py:_OUR_OTHER_FIELDS core/investigation/ranking.py:WEIGHTS
    core/investigation/ranking.py:_REASON core/investigation/ranking.py:TEST_WEIGHTS
    core/investigation/ranking.py:ISSUE_WEIGHTS core/investigation/ranking.py:ISSUE_TEST_WEIGHTS
    core/gate/asking/question_building.py:_PART_NAMES
    core/gate/assumptions.py:_WAITS_FOR core/gate/assumptions.py:RAISED
    core/gate/assumptions.py:_WHY_NOT_ASKED core/guard/acts.py:SURFACE_WORDS
    core/guard/acts.py:_KINDS core/guard/acts.py:_ROWS core/guard/coding_agents.py:MARKS
    core/guard/redaction_judges.py:_ABOUT core/guard/redaction_judges.py:_HARMLESS
    core/guard/redaction_judges.py:_KEY_OWNERS core/guard/redaction_judges.py:_STAND_INS
    core/guard/redaction_judges.py:_TOKEN_OWNERS core/guard/redaction_rows.py:CONTEXTS
    core/guard/strictness.py:SETTINGS core/investigation/exploration.py:HYPOTHESES
    core/investigation/stops.py:_REASONS core/log/tables.py:KEYS core/model/evidence.py:_LEADS
    core/model/policy/understanding_numbers.py:EFFORT_AT_MOST
    core/model/policy/understanding_numbers.py:EFFORT_WEIGHTS
    core/plans/adequacy/adequacy.py:_NOT_CARRIED core/scopes/enumerated.py:_FRAMEWORKS
    interfaces/cli/agents/setup.py:_ASKED_BY_THE_AGENT interfaces/cli/agents/setup.py:_SAID
    interfaces/cli/person/prefs.py:_MEANS
    interfaces/mcp/listing.py:TOOLS core/understanding/door_questions.py:DOORS
    adapters/repo/brief/answers.py:_SHELVES
    interfaces/setup/plugins.py:COMMANDS
    """.split()
)


#: Patterns that are not about language: names of files, folders and fields, code in many languages,
#: what is made of other patterns, and sentences of our own record. It may only grow shorter.
CODE_AND_NAMES = frozenset(
    """
    adapters/explore/claims_of_tests.py:_NAMED adapters/formats/prose.py:_PATH
    adapters/formats/prose.py:_DEPENDS adapters/formats/task_tables.py:_COLUMNS
    adapters/repo/already/chronicle.py:_TENDS
    adapters/repo/already/goal_terms.py:_HOW
    adapters/repo/already/lines_read.py:_OF_FAILURES adapters/repo/already/naming.py:_OF_SETTINGS
    adapters/repo/brief/stored.py:_DECLARED adapters/repo/brief/values_here.py:_OLD
    adapters/repo/checkout/sign_weights.py:GENERATED_NAME
    adapters/repo/facts/dependencies/python.py:_DEVELOPMENT adapters/repo/facts/documents.py:_STANCE
    adapters/repo/facts/features/commands.py:_MAINS
    adapters/repo/facts/running/runners_made.py:_IN_CI adapters/repo/index/file_kinds.py:_ASSET
    adapters/repo/index/file_kinds.py:_HOMES adapters/repo/index/file_kinds.py:_FRAMEWORKS
    adapters/repo/index/past.py:_NOTES adapters/repo/index/things.py:_DECLARED
    adapters/repo/index/things.py:_IN_ANOTHER_LANGUAGE adapters/repo/index/things.py:_LABEL
    adapters/repo/index/things.py:_TEXTS adapters/repo/index/things.py:LEFT_OUT
    adapters/repo/trace/personal_marks.py:_DECLARES
    adapters/repo/kin/declared_blocks.py:_OPENS adapters/repo/kin/declared_blocks.py:_CODE
    adapters/repo/kin/switches.py:_SWITCH adapters/repo/places/doing.py:_DECLARES
    adapters/repo/places/doing.py:_CALLS adapters/repo/places/goal_words.py:_LIKE
    adapters/repo/places/limited.py:_COMPARES adapters/repo/spots/refusals.py:_RULE
    adapters/repo/spots/refusals.py:_BOUND adapters/repo/spots/spot_lines.py:_IMPORT
    adapters/repo/spots/spot_lines.py:_DEFINES adapters/repo/spots/spots.py:_BESIDE
    adapters/repo/spots/tests_alike.py:_DECLARED adapters/repo/spots/told_answers.py:_TOLD
    adapters/repo/spots/told_answers.py:_WRITES adapters/repo/spots/told_answers.py:_CLASS
    adapters/repo/trace/deed_lines.py:_DECLARES adapters/repo/trace/stored_records.py:_TABLE
    adapters/repo/trace/timed_jobs.py:_STARTS adapters/repo/trace/trail_layers.py:_SHOWS

    core/gate/asking/reply_meaning.py:_KEYED core/publishing/page.py:_FIELD
    core/publishing/wording.py:_DEED
    core/understanding/against/pages.py:_NOT_NEEDED core/understanding/doors.py:_IS_CALLED
    core/understanding/doors.py:_NOT_PUBLIC core/understanding/doors.py:_PUBLIC
    core/understanding/exploring.py:_INVERTED core/understanding/values.py:_DEFAULT_TO
    core/words/irreversible.py:_ADDS interfaces/hook/calls.py:_NO_ANSWER
    """.split()
)
_GROUP_OR_CLASS = re.compile(r"\(\?P[<=]\w+[>)]|\\[a-zA-Z]")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(OUTSIDE):
            yield name, parsed(path)


def collections(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The module's own tables: a literal, a call that makes one, or a text that is split."""
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            name, value = ast.unparse(statement.targets[0]), statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            name, value = ast.unparse(statement.target), statement.value
        else:
            continue
        if is_collection(value):
            yield name, value


def is_collection(value: ast.expr) -> bool:
    if isinstance(value, _COLLECTIONS):
        return True
    if not isinstance(value, ast.Call):
        return False
    made = value.func
    if isinstance(made, ast.Attribute):
        return made.attr == "split"
    one_text = len(value.args) == 1 and isinstance(value.args[0], ast.Constant)
    return isinstance(made, ast.Name) and (
        made.id in _MAKES_ONE or (one_text and made.id != "lazy")
    )


def words_in(value: ast.expr) -> set[str]:
    """The known English words of a table whose entries are words, not sentences."""
    texts = [
        node.value
        for node in ast.walk(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    said = {word for text in texts for word in text.split() if _WORD.fullmatch(word)}
    return {word for word in said if is_known(word)}


def test_no_other_module_has_a_word_list() -> None:
    found = {
        f"{name}:{table}"
        for name, module in modules()
        for table, value in collections(module)
        if len(words_in(value)) > MOST
    }
    assert found - NOT_LANGUAGE == set()
    assert NOT_LANGUAGE - found == set(), "a table that is gone, or short enough, needs no leave"


def patterns(module: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """The module's own regular expressions, by the name of the table they stand in."""
    for statement in module.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            for call in ast.walk(statement.value):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in ("re.compile", "lazy"):
                    yield ast.unparse(target), call


def words_of_pattern(call: ast.Call) -> set[str]:
    """The known English words of a regular expression, without the names of its groups."""
    texts = [
        node.value
        for node in ast.walk(call)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    said = _WORD.findall(_GROUP_OR_CLASS.sub(" ", " ".join(texts)))
    return {word for word in said if is_known(word)}


def test_no_other_module_has_a_pattern_of_words() -> None:
    """They are rows with an example (row_patterns.py); what is left reads code and names."""
    found = {
        f"{name}:{table}"
        for name, module in modules()
        for table, call in patterns(module)
        if len(words_of_pattern(call)) > MOST
    }
    assert found - CODE_AND_NAMES == set()
    assert CODE_AND_NAMES - found == set(), "a pattern that is gone, or short, needs no leave"


def test_no_other_module_has_a_stemmer() -> None:
    found = {
        f"{name}:{table}"
        for name, module in modules()
        for table, value in collections(module)
        if {"ing", "ed"} <= {n.value for n in ast.walk(value) if isinstance(n, ast.Constant)}
    }
    assert found == set()


def test_every_verb_is_an_action_for_every_part() -> None:
    """A verb the vocabulary has is heard, opens a task, and is read as English."""
    for verb in verbs():
        said = f"{verb.name.capitalize()} the admin page in app/admin.py"
        assert hear(said).clauses[0].verb == verb.name
        assert action_verb(said) == verb.name
        assert is_understood(said)
        assert (asks_for_change(said) is not None) is verb.changes, said
        assert work_of(said)[0].verb == verb.name


def test_what_a_verb_is_called_changes_no_verdict_about_a_task() -> None:
    """Tasks that differ in their verb alone are judged alike by their words (ADQ-2)."""
    said = ["Dockerize", "Memoize", "Secure", "Optimize", "Retry", "Redirect", "Add"]
    assert [action_verb(f"{verb} the price lookup in app/price.py") for verb in said] == [
        verb.lower() for verb in said
    ]
