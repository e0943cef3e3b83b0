"""One-way means one-way: the findings of the trials, through the real command line.

Each of these was possible in 0.1.0: a letter that moved onto what cannot be undone, a choice in one
project recommended in another, and a step that wipes data started without anybody's approval.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plangate import BadInput, open_planner
from plangate.app.acts.scope_acts import decide_row
from plangate.core.model.errors import PersonsAct
from tests.conftest import Runner
from tests.interfaces.support import refused
from tests.person import A_PERSON

DELETING = "Let users delete their account"
LABELS = ("Drop the users table", "Dark mode", "Search", "Export", "Import")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    place = tmp_path / "till"
    place.mkdir()
    (place / "app.py").write_text("class User:\n    pass\n", encoding="utf-8")
    return place


def asked(cli: Runner, workspace: Path, goal: str = DELETING) -> Any:
    return cli("plan", goal, "--workspace", workspace, "--json").json["question"]


@pytest.mark.rule("ASK-2", "ASK-3", "ASM-4")
def test_a_one_way_choice_elsewhere_moves_no_letter_and_recommends_nothing(
    user: Runner, workspace: Path, other: Path
) -> None:
    there = asked(user, other)
    assert user("answer", there["id"], "Remove for good").code == 0
    here = asked(user, workspace)
    labels = ["Mark as deleted", "Move to an archive", "Remove for good"]
    assert [option["label"] for option in here["options"]] == labels
    assert [option["label"] for option in there["options"]] == labels
    assert here["recommended"] == there["recommended"] == "a"
    assert here["default"] != "c"
    assert not any("till" in line for line in here["evidence_summary"])


@pytest.mark.rule("ASM-4")
def test_what_was_chosen_elsewhere_is_a_named_suggestion_and_moves_no_belief(
    user: Runner, workspace: Path, other: Path, tmp_path: Path
) -> None:
    third = tmp_path / "stall"
    third.mkdir()
    (third / "app.py").write_text("class User:\n    pass\n", encoding="utf-8")
    before = asked(user, third)
    assert user("answer", asked(user, other)["id"], "Move to an archive").code == 0
    after = asked(user, workspace)
    assert any("in till you chose “Move to an archive”" in x for x in after["evidence_summary"])
    for same in ("recommended", "default", "expected_loss", "options"):
        assert after[same] == before[same]


@pytest.mark.rule("PLAN-6", "ASK-11")
def test_what_a_person_chose_still_waits_for_their_approval_by_name(
    user: Runner, workspace: Path
) -> None:
    name = asked(user, workspace)["id"]
    session = name.partition("-")[0]
    refused(user("answer", name, "c"), "to choose it")
    plan = user("answer", name, "Remove for good", "--json").json["outcome"]["plan"]
    final = [task["id"] for task in plan["tasks"] if task["reversibility"] == "irreversible"]
    assert final
    assert plan["requires_approval"] is True
    ready = user("ready", session, "--json").json
    assert set(final) <= {entry["id"] for entry in ready["withheld"]}
    assert not set(final) & {task["id"] for task in ready["ready"]}
    refused(user("start", session, final[0]), f"plangate approve {session} {final[0]}", code=5)
    tests = [
        task for task in plan["tasks"] if task["title"].lower().startswith(("test", "add a t"))
    ]
    assert not [task for task in tests if task["id"] in final]
    assert user("approve", session, *final, "--json").code == 0
    held = {entry["id"] for entry in user("ready", session, "--json").json["withheld"]}
    assert not held
    shown = user("show", session).out
    assert shown.index("You decided:") < shown.index("\nTasks")


@pytest.mark.rule("PLAN-6", "ASK-17")
def test_a_step_is_approved_while_something_else_is_asked_and_not_before_its_own_question(
    user: Runner, workspace: Path
) -> None:
    (workspace / "app" / "accounts.py").write_text(
        "class Account:\n    pass\n\n\ndef delete_account(user):\n    pass\n", encoding="utf-8"
    )
    name = asked(user, workspace)["id"]
    session = name.partition("-")[0]
    ran = user("answer", name, "Remove for good", "--json").json["outcome"]
    second = ran["question"]
    hanging = {entry["task"] for entry in ran["waiting"]}
    final = {t["id"] for t in ran["plan"]["tasks"] if t["reversibility"] == "irreversible"}
    assert second["one_way"] is False  # a function is named delete_account, and nothing is deleted
    assert final - hanging, "a step that does not hang on the second question"
    assert final & hanging, "and one that does"
    held = sorted(final & hanging)[0]
    refused(user("approve", session, held, "--yes"), "cannot be approved yet", code=5)
    assert f"{held}  " not in user("ready", session).out.partition("Next:")[2]
    free = sorted(final - hanging)
    assert user("approve", session, *free, "--yes", "--json").json["approved"] == free


@pytest.mark.rule("PLAN-6", "PREF-2")
def test_a_file_of_the_workspace_cannot_make_a_one_way_step_look_reversible(
    user: Runner, workspace: Path
) -> None:
    from plangate.adapters.minds.rules import loading

    shipped = Path(loading.__file__).parent / "dimensions" / "delete-semantics.yaml"
    text = shipped.read_text(encoding="utf-8").replace("irreversible", "reversible")
    folder = workspace / ".plangate" / "dimensions"
    folder.mkdir(parents=True)
    (folder / "delete-semantics.yaml").write_text(text, encoding="utf-8")
    ran = user("plan", DELETING, "--workspace", workspace, "--json")
    if ran.json["question"] is not None:
        last = ran.json["question"]["options"][-1]
        assert (last["label"], last["reversibility"]) == ("Remove for good", "irreversible")
        refused(user("answer", ran.json["question"]["id"], last["key"]), "to choose it")
        return
    final = [t for t in ran.json["plan"]["tasks"] if t["reversibility"] == "irreversible"]
    wipes = [t for t in ran.json["plan"]["tasks"] if "for good" in t["title"]]
    assert all(task in final for task in wipes)


@pytest.mark.rule("GATE-2", "PLAN-6")
@pytest.mark.parametrize(
    "name", ["docs/adr/0007-deletion.md", "docs/decisions/0007-deletion.md", "README.md"]
)
def test_a_document_in_the_repository_never_settles_what_cannot_be_undone(
    cli: Runner, workspace: Path, name: str
) -> None:
    path = workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "# 7. Deleting accounts\n\nStatus: accepted\n\n## Decision\n\nDeleting an account is a "
        "hard delete: rows are removed for good. We always hard delete and never soft delete.\n",
        encoding="utf-8",
    )
    question = asked(cli, workspace)
    assert question is not None, "the document decided it"
    assert question["recommended"] != question["options"][-1]["key"]


@pytest.mark.rule("GATE-2", "ASK-2")
def test_a_memory_never_settles_what_cannot_be_undone(user: Runner, workspace: Path) -> None:
    told = ("remember", "We always hard delete", "--about", "delete-semantics", "-w", workspace)
    assert user(*told).code == 0
    question = asked(user, workspace)
    assert question is not None
    assert question["options"][-1]["label"] == "Remove for good"
    assert question["recommended"] != "c", "a note is no choice made here"


@pytest.mark.rule("SPLIT-9", "ASK-11")
def test_an_option_of_a_scope_that_cannot_be_undone_is_included_by_typing_its_label(
    user: Runner, workspace: Path
) -> None:
    options = [{"key": f"E{n}", "label": label} for n, label in enumerate(LABELS, start=1)]
    document = {"decision": "Which of these ship?", "kind": "independent", "options": options}
    started = user("scope", "start", "-w", workspace, "--json", stdin=json.dumps(document))
    name = started.json["id"]
    for reply in ("a", "include", "include E1", "a E1"):
        refused(user("scope", "answer", name, reply), "cannot be undone", "typing its label")
    refused(user("scope", "answer", name, "go with your recommendation"))
    ran = user("scope", "answer", name, "include drop the USERS table", "--json")
    assert ran.json["options"][0]["disposition"] == "include"
    assert (
        user("scope", "answer", name, "a", "--json").json["options"][1]["disposition"] == "include"
    )


def started(cli: Runner, workspace: Path, labels: Sequence[str], **more: Any) -> str:
    """A scope of independent options called E1, E2 …; E1 needs what `requires` says."""
    options = [{"key": f"E{n}", "label": label} for n, label in enumerate(labels, start=1)]
    options[0] |= {"requires": more.pop("requires", [])}
    document = {"decision": "Which of these ship?", "kind": "independent", "options": options}
    begun = cli("scope", "start", "-w", workspace, "--json", stdin=json.dumps(document | more))
    return str(begun.json["id"])


@pytest.mark.rule("SPLIT-9", "ASK-11")
def test_a_batch_takes_what_cannot_be_undone_by_its_label_alone(
    user: Runner, workspace: Path
) -> None:
    name = started(user, workspace, [*LABELS, "Mail", "Print"])
    assert user("scope", "answer", name, "batch").code == 3
    for reply in ("include E1", "include e2,E1", "include all"):
        refused(user("scope", "answer", name, reply), "cannot be undone", "typing its label")
    ran = user("scope", "answer", name, "include E2, drop the users TABLE", "--json")
    assert [row["disposition"] for row in ran.json["options"]][:3] == [
        *("include", "include", "undecided"),
    ]


@pytest.mark.rule("SPLIT-9", "ASK-11")
def test_a_clash_includes_what_cannot_be_undone_by_its_label_alone(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    labels = ["Search", "Drop the users table", "Dark mode", "Export", "Import"]
    name = started(user, workspace, labels, requires=["E2"])
    for reply in ("include", "cut", "include", "include", "include"):
        assert user("scope", "answer", name, reply).code == 3
    refused(user("scope", "answer", name, "keep E2"), "cannot be undone", "typing its label")
    ran = cli("scope", "answer", name, "keep drop the users table", "--json")
    assert (ran.code, ran.json["act"]) == (5, "one-way")
    ran = user("scope", "answer", name, "keep drop the users table", "--json")
    assert ran.json["options"][1]["disposition"] == "include"


@pytest.mark.rule("SPLIT-11", "ASK-11")
def test_a_row_of_the_table_is_no_way_round_the_label(cli: Runner, workspace: Path) -> None:
    name = started(cli, workspace, LABELS, surface="whole")
    with open_planner(workspace=workspace) as planner:
        with pytest.raises(BadInput, match="typing its label"):
            decide_row(planner, name, "E1", "include", by="x", surface="cli")
        with pytest.raises(PersonsAct):
            decide_row(planner, name, "E1", "Drop the users table", by="x", surface="cli")
        assert decide_row(planner, name, "E1", "cut", by="x", surface="cli").chain.decided == 1
        planner.actor = A_PERSON
        taken = decide_row(planner, name, "E1", "drop the users table", by="ana", surface="cli")
    assert taken.chain.dispositions["E1"] == "include"


@pytest.mark.rule("PLAN-7", "PLAN-6")
def test_a_failed_step_that_cannot_be_undone_waits_again_and_its_repair_does_not(
    user: Runner, workspace: Path
) -> None:
    name = asked(user, workspace)["id"]
    session = name.partition("-")[0]
    plan = user("answer", name, "Remove for good", "--json").json["outcome"]["plan"]
    final = [task["id"] for task in plan["tasks"] if task["reversibility"] == "irreversible"]
    user("approve", session, *final, "--json")
    for task in plan["tasks"][: [task["id"] for task in plan["tasks"]].index(final[0])]:
        assert user("done", session, task["id"]).code == 0
    why = "rm -rf went wrong; then drop table users. Delete all rows"
    failed = user("fail", session, final[0], "--why", why)
    assert failed.code == 0
    assert f"plangate approve {session} {final[0]}" in failed.out
    ready = user("ready", session, "--json").json
    (repair,) = ready["ready"]
    assert repair["title"] == f"Correct what made {final[0]} fail"
    assert user("done", session, repair["id"]).code == 0
    refused(user("start", session, final[0]), "plangate approve", code=5)


@pytest.mark.rule("PLAN-6")
def test_a_choice_for_good_is_approved_though_its_files_are_called_like_notes_and_tests(
    user: Runner, workspace: Path
) -> None:
    (workspace / "requirements.txt").write_text("six\n", encoding="utf-8")
    (workspace / ".github" / "workflows").mkdir(parents=True)
    (workspace / ".github" / "workflows" / "test.yml").write_text("on: push\n", encoding="utf-8")
    question = asked(user, workspace, "drop support for python 2")
    assert user("answer", question["id"], "Remove it now").code == 0
    shown = user("show", question["session"], "--json").json["plan"]
    files = [task["files"] for task in shown["tasks"] if task["rests_on"]]
    assert files, "a task rests on it"
    assert shown["requires_approval"]
    refused = user("start", question["session"], "t1")
    assert refused.code == 5
    assert "it cannot be undone: plangate approve" in refused.err


@pytest.mark.rule("PLAN-6", "CLI-6")
def test_to_approve_where_nothing_is_planned_says_so(
    user: Runner, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace)
    told = user("approve", "t2").err
    assert told.startswith("plangate: ID: is missing, and no plan here has a task t2; accepted: ")
