"""PREF-2's word net and registry, SPLIT-9's ids: what is one-way, what merely sounds like it."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.core.model.nouns import Task
from plangate.core.words import one_way as oneway
from plangate.core.words.irreversible import irreversible_by_words
from plangate.core.words.one_way import (
    REGISTERED,
    REGISTRY,
    Cue,
    destructive_cues,
    is_registered_one_way,
    is_split_id,
    one_way_cues,
)
from plangate.core.words.one_way_denials import denials
from plangate.core.words.one_way_patterns import ROWS, OneWayRow, expand, trigger_words
from tests.core.oneway_phrases import (
    DENIED,
    NOT_REALLY_DENIED,
    ONE_WAY,
    ORDINARY,
    SECOND_LOOK_ONE_WAY,
    SECOND_LOOK_ORDINARY,
    SILENT,
)

ALL_ONE_WAY = tuple(phrase for phrases in ONE_WAY.values() for phrase in phrases)
QUIET = tuple(title for title in ORDINARY if not one_way_cues(title))
A_ONE_WAY_PHRASE = st.sampled_from(ALL_ONE_WAY)
AN_ORDINARY_TITLE = st.sampled_from(QUIET)


def kinds(text: str) -> set[str]:
    return {cue.kind for cue in one_way_cues(text)}


# ------------------------------------------------------------------------------- what is caught


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize("kind", ONE_WAY)
def test_every_phrasing_of_a_listed_kind_is_caught(kind: str) -> None:
    missed = [phrase for phrase in ONE_WAY[kind] if kind not in kinds(phrase)]
    assert missed == []


@pytest.mark.rule("PREF-2")
def test_phrasings_written_after_the_rows_are_caught() -> None:
    assert [phrase for phrase in SECOND_LOOK_ONE_WAY if not one_way_cues(phrase)] == []


@pytest.mark.rule("PREF-2")
def test_the_tables_are_large_and_cover_every_kind_of_the_rows() -> None:
    assert len(set(ALL_ONE_WAY)) == len(ALL_ONE_WAY) >= 200
    assert len(set(ORDINARY)) == len(ORDINARY) >= 400
    assert set(ONE_WAY) == {row.kind for row in ROWS}


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.kind}: {row.example}")
def test_every_row_catches_its_own_example(row: OneWayRow) -> None:
    assert row.kind in kinds(row.example)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", row.kind)
    assert row.means


@pytest.mark.rule("PREF-2")
def test_a_cue_names_its_kind_what_it_saw_and_whether_it_destroys() -> None:
    assert one_way_cues("Then delete all the old rows from the users table.") == (
        Cue("delete-data", "delete all the old rows from the users table", True),
    )
    assert one_way_cues("npm publish") == (Cue("publish", "publish", False),)
    assert one_way_cues("cd repo && git push origin main --force-with-lease") == (
        Cue("force-push", "push origin main --force-with-lease", True),
    )


@pytest.mark.rule("PREF-2")
def test_a_text_that_speaks_of_two_kinds_has_two_cues() -> None:
    assert kinds("Drop the users table, then email all users") == {"sql-drop", "send-to-customers"}


@pytest.mark.rule("PREF-2")
def test_flags_of_a_forced_removal_may_stand_in_any_order_and_spelling() -> None:
    recursive = ("-r", "-R", "--recursive")
    forced = ("-f", "--force")
    commands = [
        f"{sudo}rm {flags} build"
        for sudo in ("", "sudo ")
        for r in recursive
        for f in forced
        for flags in (f"{r} {f}", f"{f} {r}", f"{r} -v {f}", f"-i {f} --one-file-system {r}")
    ]
    commands += [
        f"rm -{cluster} build" for cluster in ("rf", "fr", "Rf", "fR", "rfv", "vfr", "dfr")
    ]
    assert [one for one in commands if "recursive-removal" not in kinds(one)] == []


@pytest.mark.rule("PREF-2")
def test_clean_flags_may_stand_in_any_order() -> None:
    clusters = ("fd", "df", "fdx", "dfx", "xdf", "xfd", "dxf", "fxd", "f", "ffd")
    commands = [f"git clean -{cluster}" for cluster in clusters]
    commands += ["git clean -f -d", "git clean -d -f", "git clean -x --force -d"]
    assert [one for one in commands if "discard-work" not in kinds(one)] == []


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize("verb", ["revoke", "reset", "rotate"])
@pytest.mark.parametrize("secret", ["key", "token", "secret", "credential", "password"])
def test_every_listed_verb_on_every_listed_secret_is_caught(verb: str, secret: str) -> None:
    phrases = (
        f"{verb} the {secret}",
        f"{verb} all old production {secret}s",
        f"{verb} {secret}",
        f"The {secret}s will be {'reset' if verb == 'reset' else verb.rstrip('e') + 'ed'}",
    )
    assert [one for one in phrases if "credential-change" not in kinds(one)] == []


# --------------------------------------------------------------------------------- what is not


@pytest.mark.rule("PREF-2")
def test_what_the_spec_lists_as_harmless_is_silent() -> None:
    listed = (
        "truncate a label",
        "delete trailing whitespace",
        "rotate log files",
        "reset a flaky runner",
    )
    assert set(listed) <= set(SILENT)
    assert {phrase: one_way_cues(phrase) for phrase in SILENT if one_way_cues(phrase)} == {}


@pytest.mark.rule("PREF-2")
def test_false_alarms_on_ordinary_task_titles_stay_within_two_in_a_hundred() -> None:
    alarms = [title for title in ORDINARY if one_way_cues(title)]
    assert len(alarms) <= 0.02 * len(ORDINARY), alarms


@pytest.mark.rule("PREF-2")
def test_false_alarms_on_titles_chosen_to_provoke_them_stay_within_two_in_a_hundred() -> None:
    alarms = [title for title in SECOND_LOOK_ORDINARY if one_way_cues(title)]
    assert len(alarms) <= 0.02 * len(SECOND_LOOK_ORDINARY), alarms


@pytest.mark.rule("PREF-2")
def test_what_is_denied_or_only_spoken_about_is_silent() -> None:
    assert {phrase: one_way_cues(phrase) for phrase in DENIED if one_way_cues(phrase)} == {}


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize("name", ["delete_account", "purge_customers", "drop_all_tables"])
def test_a_name_of_code_is_no_deed_unless_the_code_is_run(name: str) -> None:
    assert not one_way_cues(f"Extend function {name}")
    assert not one_way_cues(f"method {name} is there already (app/views.py:3). Replace it?")
    assert one_way_cues(f"Call function {name} for everybody")
    assert one_way_cues(f"Extend nothing, and then run the function {name}")
    assert one_way_cues(f"Extend function {name}; drop the users table")


@pytest.mark.rule("PREF-2")
def test_what_only_sounds_denied_is_caught() -> None:
    assert [phrase for phrase in NOT_REALLY_DENIED if not one_way_cues(phrase)] == []


@pytest.mark.rule("PREF-2")
def test_a_denial_ends_with_its_clause() -> None:
    assert one_way_cues("Never force-push.") == ()
    assert kinds("Never force-push. Drop the users table.") == {"sql-drop"}
    assert kinds("- never force-push\n- drop the users table") == {"sql-drop"}


@pytest.mark.rule("GATE-8")
@pytest.mark.parametrize("label", ["No", "Never", "Do not", "Without", "Avoid", "Fix the", "Soft"])
def test_a_label_never_denies_what_stands_on_the_next_line(label: str) -> None:
    assert kinds(f"What about it?\n{label}\nDrop the users table\nButton") == {"sql-drop"}
    assert kinds(f"{label}\nrm -rf build") == {"recursive-removal"}


@pytest.mark.rule("PREF-2")
def test_an_expression_may_run_over_the_end_of_a_line() -> None:
    assert kinds("we drop the\nold users\ntable") == {"sql-drop"}
    assert kinds("git push\n  --force") == {"force-push"}


# ---------------------------------------------------------------------------------- destructive


@pytest.mark.rule("ADQ-4")
def test_only_what_destroys_data_files_hosts_or_history_is_destructive() -> None:
    assert {row.kind for row in ROWS if row.destructive} == {
        "recursive-removal",
        "sql-drop",
        "sql-truncate",
        "delete-data",
        "database-reset",
        "data-loss",
        "destroy",
        "wipe",
        "purge",
        "overwrite",
        "force-push",
        "rewrite-history",
        "discard-work",
        "infra-delete",
        "host-shutdown",
        "disk-format",
        "gone-for-good",
        "anonymise",
    }
    assert destructive_cues("Charge all customers and publish the package") == ()
    assert [cue.kind for cue in destructive_cues("Publish, then wipe the disk")] == ["wipe"]


@pytest.mark.rule("ADQ-4")
def test_a_rollback_is_one_way_and_not_destructive_for_it_is_a_safeguard() -> None:
    assert kinds("roll back the release") == {"roll-back"}
    assert destructive_cues("roll back the release") == ()


@pytest.mark.rule("ADQ-4")
def test_rows_of_one_kind_agree_on_whether_it_destroys() -> None:
    assert len({(row.kind, row.destructive) for row in ROWS}) == len({row.kind for row in ROWS})


# ----------------------------------------------------------------------------------- properties


@pytest.mark.rule("PREF-2")
@given(st.text())
def test_no_text_makes_the_net_raise(text: str) -> None:
    assert isinstance(one_way_cues(text), tuple)


@pytest.mark.rule("PREF-2")
@given(
    st.lists(st.sampled_from(sorted({w for row in ROWS for w in trigger_words(row)}))), st.data()
)
def test_no_mixture_of_trigger_words_and_signs_makes_the_net_raise(
    words: list[str], data: st.DataObject
) -> None:
    signs = st.sampled_from(
        [" ", "  ", "\n", "\n\n", ", ", ". ", " - ", "_", "~", "^", "()", "'", "/"]
    )
    text = "".join(word + data.draw(signs) for word in words)
    for cue in one_way_cues(text):
        assert cue.saw
        assert len(cue.saw) <= 80


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize("change", [str.upper, str.lower, str.swapcase, str.title])
def test_case_does_not_matter(change: Callable[[str], str]) -> None:
    differ = [one for one in ALL_ONE_WAY if kinds(change(one)) != kinds(one)]
    assert differ == []


@pytest.mark.rule("PREF-2")
@settings(deadline=None)
@given(A_ONE_WAY_PHRASE, AN_ORDINARY_TITLE, st.sampled_from([". ", "\n", "\n\n", "; ", "\n- "]))
def test_an_unrelated_sentence_never_removes_a_cue(phrase: str, title: str, joint: str) -> None:
    assert kinds(phrase) <= kinds(f"{title}{joint}{phrase}")
    assert kinds(phrase) <= kinds(f"{phrase}{joint}{title}")


@pytest.mark.rule("PREF-2")
@given(A_ONE_WAY_PHRASE, st.data())
def test_invisible_characters_never_remove_a_cue(phrase: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(phrase)))
    sign = data.draw(st.sampled_from(["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e"]))
    assert kinds(phrase) <= kinds(phrase[:at] + sign + phrase[at:])


@pytest.mark.rule("PREF-2")
@given(A_ONE_WAY_PHRASE)
def test_wider_spaces_and_full_width_letters_never_remove_a_cue(phrase: str) -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in phrase)
    assert kinds(phrase) <= kinds(phrase.replace(" ", "\u00a0"))
    assert kinds(phrase) <= kinds(wide)


@pytest.mark.rule("PREF-2")
def test_the_prefilter_hides_no_row_that_would_fire() -> None:
    """Each pattern, run on each text without asking for its trigger, finds only triggered texts."""
    texts = (*ALL_ONE_WAY, *SECOND_LOOK_ONE_WAY, *ORDINARY, *SECOND_LOOK_ORDINARY, *DENIED, *SILENT)
    folded = [oneway.folded(text) for text in texts]
    forms = {
        "words": [oneway._words(text) for text in folded],
        "command": [oneway._command(text) for text in folded],
    }
    hidden = []
    for row in ROWS:
        pattern, triggers = re.compile(expand(row), re.MULTILINE), set(trigger_words(row))
        for text, form in zip(folded, forms[row.form], strict=True):
            if pattern.search(form) and triggers.isdisjoint(re.findall("[a-z0-9]+", text)):
                hidden.append((row.kind, text))
    assert hidden == []


# ----------------------------------------------------------------------------------------- cost


@pytest.mark.rule("PREF-2")
def test_a_text_without_a_trigger_runs_no_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a pattern was tried")

    monkeypatch.setattr(oneway, "_seen", refuse)
    assert one_way_cues("Add dark mode to the settings page") == ()


@pytest.mark.rule("PREF-2")
@pytest.mark.parametrize(
    "unit",
    [
        "delete ",
        "never delete rows or ",
        "do not drop the table ",
        "git push ",
        "git -c a ",
        "rm a ",
        "fix error when ",
        "not ",
        "....",
        "- ",
        "\n",
        "\n ",
        ", ",
        "'",
        "find x ",
        "send to ",
    ],
)
def test_time_grows_in_step_with_the_length_of_a_hostile_text(unit: str) -> None:
    """Eight times the text may take eight times as long, not sixty-four; noise gets the rest."""

    def seconds(size: int) -> float:
        text = unit * (size // len(unit)) + "x"
        took = []
        for _ in range(3):
            began = time.process_time()
            one_way_cues(text)
            took.append(time.process_time() - began)
        return min(took)

    one_way_cues(unit)
    assert seconds(32_000) < 30 * seconds(4_000) + 0.02


@pytest.mark.rule("PREF-2")
def test_a_megabyte_of_one_word_is_read_to_its_end() -> None:
    assert kinds("delete " * 150_000 + "the users table") == {"delete-data"}


@pytest.mark.rule("PREF-2")
def test_importing_the_net_compiles_no_pattern() -> None:
    caches = (oneway._pattern, oneway._index, denials, oneway._marks, oneway._tokeniser)
    for one in caches:
        one.cache_clear()
    source = sys.modules["plangate.core.words.one_way"]
    compiled = [name for name, value in vars(source).items() if isinstance(value, re.Pattern)]
    assert compiled == []
    assert one_way_cues("drop the users table")
    assert oneway._pattern.cache_info().currsize < len(ROWS) / 4


# ------------------------------------------------------------------------------------------ ids


@pytest.mark.rule("PREF-2")
def test_registered_ids_are_one_way_whatever_the_words() -> None:
    for question_id in (
        "data-deletion",
        "schema-migration",
        "production-deploy",
        "force-push",
        "key-rotation",
        "public-api-break",
        "payment-capture",
        "license-change",
    ):
        assert is_registered_one_way(question_id), question_id
    assert is_registered_one_way("Data_Deletion ")
    assert not is_registered_one_way("auth-method")
    assert not is_registered_one_way("")


@pytest.mark.rule("PREF-2")
def test_every_registered_id_is_kebab_case_and_says_why() -> None:
    assert frozenset(REGISTERED) == REGISTRY
    for question_id, why in REGISTERED.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", question_id)
        assert why


@pytest.mark.rule("SPLIT-9")
@pytest.mark.parametrize(
    "question_id",
    [
        "plan-review-split-e1",
        "qa-split-slack-dm-bot",
        "a-split-b",
        "scope-split-e1-2",
        "x1-split-2",
        "skill-split-split-screen",
        "split-split-split",
        "a-split-" + "b" * 56,
    ],
)
def test_an_id_of_the_split_form_is_recognised_by_itself(question_id: str) -> None:
    assert is_split_id(question_id)


@pytest.mark.rule("SPLIT-9")
@pytest.mark.parametrize(
    "question_id",
    [
        "qa-splitscreen-test",
        "qa-split",
        "split-e1",
        "-split-e1",
        "qa-split-",
        "qa--split-e1",
        "qa-split--e1",
        "qa-split-e1-",
        "QA-split-e1",
        "qa-split-E1",
        "qa_split_e1",
        "qa-split-\u00e9",
        "qa-split-\u0661",
        "qa split e1",
        "qa-split-e1\n",
        " qa-split-e1",
        "presplit-e1",
        "a-split-" + "b" * 57,
        "",
    ],
)
def test_an_id_of_another_form_is_no_split_id(question_id: str) -> None:
    assert not is_split_id(question_id)


@pytest.mark.rule("SPLIT-9")
@given(st.text(max_size=80))
def test_no_id_makes_the_recogniser_raise_and_a_split_id_holds_both_names(question_id: str) -> None:
    if is_split_id(question_id):
        skill, _, slug = question_id.partition("-split-")
        assert skill
        assert slug


@pytest.mark.rule("PLAN-6", "PREF-2")
@pytest.mark.parametrize(
    ("do", "waits"),
    [
        ("Keep it apart, because `save` writes all fields and would overwrite them.", False),
        ("Refuse to start without a mail server: accounts would be removed unwarned.", False),
        ("When an account is removed in app/users.py, its places go first.", False),
        ("Drop the table of old places.", True),
        ("Delete all accounts without a mail address.", True),
    ],
)
def test_code_beside_a_migration_tells_what_it_will_do_and_what_would_happen_is_no_deed(
    do: str, waits: bool
) -> None:
    files = ("app/users.py", "db/migrate/20240101_add_places.py")
    assert irreversible_by_words(Task("t1", "Places", do, files), code_too=True) is waits


@pytest.mark.rule("PREF-2", "PLAN-6")
def test_the_actions_of_a_controller_are_names_and_an_added_table_takes_nothing_away() -> None:
    routes = "Route resources :pauses, only new create edit update destroy under subscriptions"
    assert not one_way_cues(routes)
    assert one_way_cues("create, update and delete all users in production")
    assert one_way_cues("create, edit, update, destroy all accounts")
    assert not irreversible_by_words(migration("db/migrate/20240101_create_pauses.rb"))
    assert irreversible_by_words(migration("db/migrate/20240101_drop_pauses.rb"))
    assert irreversible_by_words(migration("db/migrate/20240101_add_pauses_and_drop_swaps.rb"))


def migration(path: str) -> Task:
    return Task(id="t1", title="Change the tables", description="Write it", files=(path,))
