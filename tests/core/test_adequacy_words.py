"""The words the adequacy rules know (ADQ-2, ADQ-3, ADQ-4, ADQ-6, ADQ-9)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plangate.core.words.one_way import destructive_cues
from plangate.core.words.one_way_patterns import ROWS
from plangate.core.words.plan_words import (
    action_verb,
    asks_for_change,
    destruction,
    filler,
    is_placeholder_path,
    is_test_path,
    placeholder,
    real_files,
    safeguard,
    verification,
)
from plangate.language.words.stems import rows_of
from plangate.language.words.vocabulary import forms, verbs
from tests.core import oneway_phrases

#: The verbs the specification names; the list may hold more.
DEMANDED = (
    "add apply audit build change check compile configure convert create define delete deploy "
    "document drop emit enable enforce ensure export extend extract fix generate handle implement "
    "import inject install integrate link load measure merge migrate move normalize parse process "
    "publish read receive record refactor register remove rename replace review run save send set "
    "split test transform truncate unwrap update upgrade validate verify wire wrap write"
).split()


@pytest.mark.rule("ADQ-2")
def test_every_verb_of_the_specification_is_known() -> None:
    assert set(DEMANDED) <= {verb.name for verb in verbs()}


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize(
    ("verb", "all_forms"),
    [
        ("add", "add adds added adding"),
        ("apply", "apply applies applied applying"),
        ("build", "build builds builded building built"),
        ("deploy", "deploy deploys deployed deploying"),
        ("drop", "drop drops dropped dropping"),
        ("emit", "emit emits emitted emitting"),
        ("fix", "fix fixes fixed fixing"),
        ("merge", "merge merges merged merging"),
        (
            "normalize",
            "normalize normalizes normalized normalizing "
            "normalise normalises normalised normalising",
        ),
        ("process", "process processes processed processing"),
        ("publish", "publish publishes published publishing"),
        ("verify", "verify verifies verified verifying"),
        ("wire", "wire wires wired wiring"),
        ("write", "write writes writed writing wrote written"),
    ],
)
def test_a_verb_is_known_in_all_its_forms(verb: str, all_forms: str) -> None:
    assert sorted(forms(verb)) == sorted(all_forms.split())


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize("verb", DEMANDED)
def test_an_action_counts_in_any_form_and_any_case(verb: str) -> None:
    for form in forms(verb):
        assert action_verb(f"The rows {form.upper()}, one by one") == form
        assert action_verb(f"we ({form}) rows of it") == form


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Design the schema of the orders", "design"),
        ("The design of the schema", None),
        ("Cache the answers of the shop", "cache"),
        ("A faster cache for the shop", None),
        ("set-up of the new shop", "set"),
        ("re-building the index at night", "building"),
        ("add_user in the shop module", None),
        ("", None),
        ("   ", None),
    ],
)
def test_a_word_that_is_a_noun_as_often_counts_in_front_only(text: str, verb: str | None) -> None:
    assert action_verb(text) == verb


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize("phrase", rows_of("fillers"))
def test_every_filler_is_found_within_a_text(phrase: str) -> None:
    assert filler(f"We will {phrase.upper()}, then go on") == phrase.upper()
    assert filler(f"xx{phrase}xx") is None


@pytest.mark.rule("ADQ-3")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tbd", "tbd"),
        ("(TBD)", "TBD"),
        ("TODO: name it", "TODO"),
        ("a todo for later", "todo"),
        ("the todo list", None),
        ("???", "???"),
        ("call it ??? for now", "???"),
        ("why???", None),
        ("to do", None),
        ("autodoc", None),
        ("todos", None),
        ("docs/todo.md", None),
        ("docs/tbd.md", "tbd"),
        ("./path/to/x", "./path/to/x"),
    ],
)
def test_placeholders_are_whole_words(text: str, found: str | None) -> None:
    assert placeholder(text) == found


@pytest.mark.rule("ADQ-3")
@pytest.mark.parametrize(
    "path",
    ["tbd", " TBD ", "todo", "???", "src/tbd.py", "a/tbd/b.py", "...", "path/to/x.py", "<file>",
     "a/<name>.py", "n/a", "none", "tbd_1"],
)  # fmt: skip
def test_a_path_that_only_holds_a_place_is_no_file(path: str) -> None:
    assert is_placeholder_path(path)
    assert real_files([path, "a.py", " "]) == ["a.py"]


@pytest.mark.rule("ADQ-3")
@pytest.mark.parametrize("path", ["a.py", "app/[id]/page.tsx", "src/todo/x.py", "lib/nonesuch.py",
                                  "docs/how-to/x.md", "b", "src/outbdoor.py"])  # fmt: skip
def test_an_ordinary_path_is_a_file(path: str) -> None:
    assert not is_placeholder_path(path)


AFFIRMED = (
    "after taking a backup",
    "back up the table first",
    "a snapshot is taken before",
    "run it with --dry-run first",
    "do a dry run",
    "once the owner confirms",
    "ask for confirmation",
    "a rollback script is ready",
    "it can be rolled back",
    "never without a backup",
    "do not drop it without a snapshot",
    "nothing is dropped without confirmation",
    "not before a backup is taken",
    "not until a snapshot exists",
    "skip the dry run and take a backup first",
    "no downtime, backup first",
    "purge the old snapshots after confirmation",
    "without downtime; backup taken",
)
DENIED = (
    "",
    "without a backup",
    "without any prior backup",
    "no backup",
    "no need for a backup",
    "skip the dry run",
    "backups are too slow to make",
    "the snapshot is gone anyway",
    "skipping confirmation",
    "without asking for confirmation",
    "bypass the confirmation",
    "cannot be rolled back",
    "can't be rolled back",
    "a rollback is impossible",
    "rollback: not possible",
    "backup: none",
    "backups are not taken",
    "backups have not been made",
    "no backup or snapshot",
    "without backup and confirmation",
    "neither backup nor snapshot",
    "instead of a backup",
    "run it with --no-backup",
    "delete the old backups",
    "purge all snapshots",
    "remove the confirmation",
    "drop it and confirm that it is gone",
    "the backupper",
)


@pytest.mark.rule("ADQ-4")
@pytest.mark.parametrize("text", AFFIRMED)
def test_a_safeguard_that_is_there_is_affirmed(text: str) -> None:
    assert safeguard(text)
    assert safeguard(f"Drop the table, {text}.")


@pytest.mark.rule("ADQ-4")
@pytest.mark.parametrize("text", DENIED)
def test_a_safeguard_that_is_denied_or_destroyed_is_none(text: str) -> None:
    assert safeguard(text) is None
    assert safeguard(f"Drop the table; {text}.") is None


@pytest.mark.rule("ADQ-6", "ADQ-9")
@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("Write tests for it", True),
        ("Testing the edges", True),
        ("Verify the count", True),
        ("a verification run", True),
        ("pytest -q passes", True),
        ("in test_api.py", True),
        ("assert that it holds", True),
        ("check that the count is right", True),
        ("Validate the migration end to end", True),
        ("Test not-found pages", True),
        ("the latest contest", False),
        ("attest the greatest", False),
        ("Check in the file", False),
        ("Validate user input", False),
        ("no tests needed", False),
        ("without tests", False),
        ("skip the tests", False),
        ("tests are out of scope", False),
        ("untested", False),
    ],
)
def test_a_test_or_verification_is_mentioned(text: str, mentioned: bool) -> None:
    assert bool(verification(text)) is mentioned


@pytest.mark.rule("ADQ-6")
@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("tests/test_a.py", True),
        ("a_test.go", True),
        ("a.test.ts", True),
        ("a.spec.ts", True),
        ("spec/models/user_spec.rb", True),
        ("src/__tests__/a.js", True),
        ("a/FooTest.java", True),
        ("TestFoo.cs", True),
        ("conftest.py", True),
        ("latest.py", False),
        ("contest/main.py", False),
        ("spec.md", False),
    ],
)
def test_files_of_tests_are_known_by_name(path: str, is_test: bool) -> None:
    assert is_test_path(path) is is_test


@pytest.mark.rule("ADQ-9")
@pytest.mark.parametrize(
    ("goal", "verb"),
    [
        ("Implement login", "implement"),
        ("Please add a page", "add"),
        ("The shop is migrated", "migrated"),
        ("Limit each caller", "limit"),
        ("The limit of each caller", None),
        ("Review the limits", None),
        ("Review, then fix the limits", "fix"),
        ("Find out how to add a page", None),
        ("Compare caches and turn one on", "turn"),
        ("Login page", None),
        ("", None),
    ],
)
def test_a_goal_asks_for_a_change_or_does_not(goal: str, verb: str | None) -> None:
    assert asks_for_change(goal) == verb


@pytest.mark.rule("ADQ-4", "PREF-2")
def test_the_quick_look_misses_no_phrase_the_net_is_tested_with() -> None:
    phrases = [row.example for row in ROWS]
    for value in vars(oneway_phrases).values():
        phrases += [text for text in _texts(value) if len(text) < 2_000]
    assert len(phrases) > 1_000
    missed = [
        text for text in phrases if (destruction(text) is None) is bool(destructive_cues(text))
    ]
    assert missed == []


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        yield from value.splitlines()
    elif isinstance(value, dict):
        yield from (text for entry in value.values() for text in _texts(entry))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (text for entry in value for text in _texts(entry))


@pytest.mark.rule("ADQ-4")
@given(st.text(max_size=200))
def test_the_quick_look_never_misses_what_the_net_catches(text: str) -> None:
    for said in (text, f"{text} drop the users table", f"rm -rf {text}"):
        assert (destruction(said) is None) is (not destructive_cues(said))


@pytest.mark.rule("ADQ-2", "ADQ-3", "ADQ-4", "ADQ-6", "ADQ-9")
@given(st.text(max_size=300))
def test_no_text_makes_the_words_fail(text: str) -> None:
    for look in (action_verb, filler, placeholder, destruction, safeguard, verification):
        assert look(text) is None or look(text)
    assert is_placeholder_path(text) in (True, False)
    assert is_test_path(text) in (True, False)
    assert asks_for_change(text) is None or asks_for_change(text)


@pytest.mark.rule("ADQ-4", "ADQ-6")
@pytest.mark.parametrize(
    "piece",
    [
        "no backup or ",
        "without tests ",
        "back ",
        "??? ",
        "path/to/",
        "a/",
        "skip the ",
        "n't ",
        "x",
    ],
)
def test_a_text_of_any_length_is_looked_at(piece: str) -> None:
    text = piece * 40_000
    for look in (action_verb, filler, placeholder, safeguard, verification):
        assert look(text) is None or look(text)


@pytest.mark.rule("ADQ-2")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Write the limit into docs/misc/limits.txt", None),
        ("Move it to misc.py", None),
        ("Sort the misc folder", "misc"),
        ("Fix misc.", "misc"),
        ("various fixes", "various"),
    ],
)
def test_a_filler_word_in_a_path_is_a_name(text: str, found: str | None) -> None:
    assert filler(text) == found
