"""Plans from elsewhere (PLAN-12): an issue as a goal, and a plan somebody else made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Runner
from tests.interfaces.support import log_of, refused

pytestmark = pytest.mark.rule("PLAN-12")

TITLE = "Add rate limiting to the public API"
BODY = "Some clients send far too much.\n\n<!-- template: do not remove -->\nLimit each API key."

GITHUB = {"title": TITLE, "body": BODY, "url": "https://github.com/a/shop/issues/7", "number": 7}
REST = {"title": TITLE, "body": BODY, "html_url": "https://github.com/a/shop/issues/7"}
GITLAB = {"title": TITLE, "description": BODY, "web_url": "https://gitlab.com/a/shop/-/issues/7"}
JIRA = {"key": "SHOP-7", "fields": {"summary": TITLE, "description": BODY}}
VIEWED = f"title:\t{TITLE}\nstate:\tOPEN\nauthor:\tada\nlabels:\t\nnumber:\t7\n--\n{BODY}\n"
PAGE = f"# {TITLE}\n\n{BODY}\n"
FRONT = f'---\ntitle: "{TITLE}"\nlabels: bug\n---\n{BODY}\n'


@pytest.mark.parametrize(
    ("name", "text", "source"),
    [
        ("issue.json", json.dumps(GITHUB), "https://github.com/a/shop/issues/7"),
        ("issue.json", json.dumps([REST]), "https://github.com/a/shop/issues/7"),
        ("issue.json", json.dumps(GITLAB), "https://gitlab.com/a/shop/-/issues/7"),
        ("issue.json", json.dumps(JIRA), "SHOP-7"),
        ("issue.txt", VIEWED, None),
        ("issue.md", PAGE, None),
        ("issue.md", FRONT, None),
    ],
)
def test_an_issue_of_any_usual_export_is_the_same_goal(
    name: str, text: str, source: str | None, cli: Runner, workspace: Path, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    document = cli("plan", "--from", file, "--workspace", workspace, "--json").json
    assert document["goal"].splitlines()[0] == TITLE
    assert document["goal"].endswith("Limit each API key.")
    assert "template" not in document["goal"]
    events = cli("show", document["session"], "--log", "--json").json["events"]
    assert events[0]["payload"]["source"] == (source or str(file))


def test_an_issue_comes_from_standard_input_too(cli: Runner, workspace: Path) -> None:
    ran = cli("plan", "--from", "-", "--workspace", workspace, "--json", stdin=json.dumps(GITHUB))
    assert ran.json["goal"].startswith(TITLE)


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (("--from", "-"), json.dumps([GITHUB, REST]), "holds 2 issues"),
        (("--from", "-"), json.dumps({"body": "x"}), "title"),
        (("--from", "-"), json.dumps({"title": "x", "body": 7}), "body"),
        (("--from", "-"), "{not json", "--from"),
        (("--from", "-"), " \n", "is empty"),
        (("Add a thing", "--from", "-"), PAGE, "beside --from"),
        ((), "", "is missing"),
    ],
)
def test_what_is_no_issue_is_refused_in_one_line(
    arguments: tuple[str, ...], text: str, said: str, cli: Runner, workspace: Path, db: Path
) -> None:
    refused(cli("plan", *arguments, "--workspace", workspace, stdin=text), said)
    assert not db.exists()


# --- adopting -------------------------------------------------------------------------------------

PLAN = f"""# {TITLE}

- [ ] Add a counter for each API key in Redis in `app/limits.py`
- [ ] Refuse requests over the limit with status 429 in `app/api.py`
- [ ] Run pytest tests/test_api.py to verify that the limit holds
"""
ONE_WAY = PLAN + "- [ ] Delete the customers of the old service for good, after a backup\n"


def adopted(run: Runner, workspace: Path, text: str, *more: str) -> Any:
    file = workspace.parent / "PLAN.md"
    file.write_text(text)
    return run("adopt", file, "--workspace", workspace, "--json", *more)


def test_an_adopted_plan_keeps_its_tasks_and_gets_a_session_a_ledger_and_a_judge(
    cli: Runner, workspace: Path
) -> None:
    ran = adopted(cli, workspace, PLAN)
    assert ran.code == 0, ran
    document = ran.json
    assert document["outcome"] == "plan"
    assert document["intake_reasons"][0]["rule"] == "PLAN-12"
    titles = [task["title"] for task in document["plan"]["tasks"]]
    assert [title.split()[0] for title in titles] == ["Add", "Refuse", "Run"]
    assert document["plan"]["trigger"] == "adopted from PLAN.md"
    assert document["assumptions"], "what the goal leaves open is written down"
    session = document["session"]
    assert {"PlanAdopted", "PlanDrafted", "PlanMeasured"} <= set(log_of(cli, session))
    first = document["plan"]["tasks"][0]["id"]
    assert cli("done", session, first, "--proof", "exit 0: pytest").code == 0
    assert cli("status", session, "--json").json["tasks"] == {"done": 1, "all": 3}
    assert cli("audit", "--json").code == 0


def test_a_long_task_is_cut_at_a_word_and_one_without_a_check_shows_none(
    cli: Runner, workspace: Path
) -> None:
    long = "- [ ] Write " + "every single number " * 9 + "down in `app/limits.py`\n"
    document = adopted(cli, workspace, PLAN + long).json
    title = document["plan"]["tasks"][-1]["title"]
    assert title.endswith((" every …", " single …", " number …"))
    told = cli("show", document["session"]).out
    assert not [line for line in told.splitlines() if line.strip() == "check:"], told


def test_a_plan_that_says_how_is_evidence_about_what_the_goal_leaves_open(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    (workspace / "docker-compose.yml").unlink()
    document = adopted(person, workspace, PLAN).json
    (entry,) = [a for a in document["assumptions"] if "Redis" in a["decision"]]
    assert entry["user_response"] == "inferred_from_prior_plan"
    assert entry["tasks"] == [document["plan"]["tasks"][0]["id"]]
    # What a script hands over only hints: it is below the mark at which anything is inferred.
    hinted = adopted(cli, workspace, PLAN).json["assumptions"]
    assert all(a["user_response"] != "inferred_from_prior_plan" for a in hinted)


def test_what_cannot_be_undone_in_an_adopted_plan_waits_for_approval(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    document = adopted(cli, workspace, ONE_WAY).json
    assert document["plan"]["requires_approval"] is True
    session, last = document["session"], document["plan"]["tasks"][-1]["id"]
    withheld = cli("ready", session, "--json").json["withheld"]
    assert [entry["id"] for entry in withheld] == [last]
    (asked,) = cli("inbox", "--json").json["questions"]
    assert person("answer", asked["id"], "Remove it for good").code == 0
    assert person("approve", session, last, typed="y\n").code == 0
    assert cli("ready", session, "--json").json["withheld"] == []


DROPS = """\
# Plan: {goal}

1. Add a `deleted` mail in app/api.py
2. Drop the table old_users in production
3. Test it in tests/test_api.py
"""


@pytest.mark.rule("PLAN-5", "UND-6", "ASK-17")
@pytest.mark.parametrize("goal", ["Mail users when their account is deleted", "Rework the mails"])
def test_what_an_adopted_plan_destroys_is_no_safer_for_the_words_of_its_goal(
    person: Runner, cli: Runner, workspace: Path, goal: str
) -> None:
    """While the person is asked it waits for them; kept recoverable, it needs its safeguard."""
    session = adopted(cli, workspace, DROPS.format(goal=goal)).json["session"]
    (asked,) = cli("inbox", "--json").json["questions"]
    (withheld,) = cli("ready", session, "--json").json["withheld"]
    assert withheld["id"] == "2"
    assert "waits for your answer" in withheld["why"]
    assert person("approve", session, "2", typed="y\n").code == 5
    assert person("answer", asked["id"], "a").code == 0
    (withheld,) = cli("ready", session, "--json").json["withheld"]
    assert withheld["id"] == "2"
    assert "no safeguard" in withheld["why"]
    assert person("approve", session, "2", typed="y\n").code == 5
    assert cli("start", session, "2").code == 5


@pytest.mark.rule("PLAN-5", "PLAN-6", "UND-6")
def test_what_a_person_wants_gone_for_good_is_theirs_to_approve_in_an_adopted_plan(
    person: Runner, cli: Runner, workspace: Path
) -> None:
    session = adopted(cli, workspace, DROPS.format(goal="Rework the mails")).json["session"]
    (asked,) = cli("inbox", "--json").json["questions"]
    assert person("answer", asked["id"], "Remove it for good").code == 0
    (withheld,) = cli("ready", session, "--json").json["withheld"]
    assert "plangate approve" in withheld["why"]
    assert person("approve", session, "2", typed="y\n").code == 0
    assert cli("ready", session, "--json").json["withheld"] == []


@pytest.mark.rule("ADQ-18", "PLAN-5")
def test_a_verdict_says_what_nobody_should_begin(cli: Runner, workspace: Path) -> None:
    file = workspace.parent / "PLAN.md"
    file.write_text(DROPS.format(goal="Mail users when their account is deleted"))
    told = cli("check", file, "--workspace", workspace).out
    assert told.startswith("Detailed enough, and not to be begun as it is: 2 (“drop the table”")


def test_a_decision_overturned_later_leaves_the_adopted_tasks_alone(
    user: Runner, cli: Runner, workspace: Path
) -> None:
    document = adopted(cli, workspace, PLAN).json
    before = [(task["id"], task["title"]) for task in document["plan"]["tasks"]]
    entry = document["assumptions"][0]["id"]
    assert user("assumptions", "wrong", entry, "in another way").code == 0
    after = cli("show", document["session"], "--json").json["plan"]
    assert [(task["id"], task["title"]) for task in after["tasks"]] == before


def test_a_thin_plan_is_refused_under_enforce_and_judged_without(
    cli: Runner, workspace: Path
) -> None:
    thin = "# Migrate the shop to event sourcing across all services\n\n- [ ] Do it somehow\n"
    assert adopted(cli, workspace, thin, "--enforce").code == 5


@pytest.mark.rule("ERR-1")
@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("PLAN.md", "nothing to do here", "no task was found"),
        ("PLAN.md", "- [ ] Add a counter to app/api.py\n", "--goal"),
        (
            "plan.json",
            json.dumps(
                {
                    "goal": "Add a counter",
                    "tasks": [
                        {"id": "a", "description": "one", "depends_on": ["b"]},
                        {"id": "b", "description": "two", "depends_on": ["a"]},
                    ],
                }
            ),
            "is a cycle",
        ),
    ],
)
def test_what_is_no_plan_is_refused_in_one_line(
    name: str, text: str, said: str, cli: Runner, workspace: Path, tmp_path: Path, db: Path
) -> None:
    file = tmp_path / name
    file.write_text(text)
    refused(cli("adopt", file, "--workspace", workspace), said)
    assert not db.exists()


@pytest.mark.rule("CLI-6", "UND-8")
def test_a_task_of_an_adopted_plan_is_meant_by_the_name_every_screen_teaches(
    cli: Runner, workspace: Path
) -> None:
    document = adopted(cli, workspace, PLAN).json
    session, names = document["session"], [task["id"] for task in document["plan"]["tasks"]]
    assert names[0] == "1"
    assert cli("start", session, "t1", "--json").code == 0
    assert f"{document['plan']['tasks'][0]['title']}" in cli("show", session).out
    assert cli("show", "t2", "--workspace", workspace).code == 0
    assert cli("start", session, "t9").code == 2
    told = " ".join(cli("show", session).out.split())
    assert "Taken over as it stands." in told
    assert " in 10 " not in told  # the odds are those of plans that plangate drafted
