"""The table of whose act it is, row by row, and what tells a coding agent (ACT-1)."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from plangate.core.guard.acts import (
    ACTS,
    PERSONS,
    RIGHTS,
    SURFACES,
    Actor,
    Right,
    Surface,
    act_lines,
    read_right,
    require,
)
from plangate.core.guard.coding_agents import (
    MARKS,
    agent_by_command,
    agent_in_environment,
    mark_lines,
)
from plangate.core.guard.strictness import asks_less, decides_more, laxer_fields
from plangate.core.model.errors import BadInput, PersonsAct
from plangate.core.model.policy import Policy

pytestmark = pytest.mark.rule("ACT-1")

ROOT = Path(__file__).resolve().parents[2]

ANYBODYS = ("plan", "publish", "stricter")
PERSONS_ALONE = ("one-way", "ship", "trust", "allow", "people", "assign", "login")
RIGHT = Right("1a2b3c4d", "focus", "/shop", "2026-01-02T00:00:00Z", "ana")

#: The acts SPEC section 1 calls a person's, each by the name it has here.
PERSONS_ACTS = (
    *("preference", "focus", "policy", "budget", "trust", "allow", "forget", "provider"),
    *("approve", "one-way", "revise", "ship", "login", "route", "on-timeout", "attention"),
    *("withdraw", "confirm", "findings", "renew", "quarantine", "rebuild", "import"),
    "accept-restore",
)


@pytest.mark.parametrize("act", PERSONS_ACTS)
def test_every_act_the_specification_calls_a_persons_has_a_row(act: str) -> None:
    assert ACTS[act].verdict("terminal") == "yes"


@pytest.mark.parametrize(
    ("act", "surface"), [*product(sorted(set(ACTS) - {*ANYBODYS, "answer"}), SURFACES)]
)
def test_a_persons_act_is_done_on_a_persons_surface_or_by_token_and_nowhere_else(
    act: str, surface: Surface
) -> None:
    verdict = ACTS[act].verdict(surface)
    if surface == "terminal":
        assert verdict == "yes"
    elif surface == "web":
        assert verdict == ("refused" if act == "login" else "yes")
    elif surface == "form":
        assert verdict == ("yes" if act in ("one-way", "ship", "approve") else "refused")
    elif surface == "script":
        assert verdict == ("refused" if act in PERSONS_ALONE else "by token")
    elif surface == "token":
        assert verdict == ("refused" if act in PERSONS_ALONE else "yes")
    else:
        assert verdict == "refused", "an agent, a tool call and a hook are never a person"


@pytest.mark.parametrize(("act", "surface"), [*product(ACTS, SURFACES)])
def test_what_the_table_says_is_what_happens(act: str, surface: Surface) -> None:
    actor = Actor(surface, "x")
    if ACTS[act].verdict(surface) in ("yes", "relayed"):
        assert require(act, actor, "plangate x") == actor
        return
    with pytest.raises(PersonsAct) as refused:
        require(act, actor, "plangate x y")
    assert (refused.value.exit_code, refused.value.command) == (5, "plangate x y")
    assert str(refused.value).startswith("only a person may ")
    assert ACTS[act].what in str(refused.value)


@pytest.mark.parametrize("surface", SURFACES)
def test_what_asks_as_much_or_more_is_anybodys_and_an_answer_is_passed_on(surface: Surface) -> None:
    assert {ACTS[act].verdict(surface) for act in ANYBODYS} == {"yes"}
    assert ACTS["answer"].verdict(surface) == ("yes" if surface in PERSONS else "relayed")


# --- rights handed on -----------------------------------------------------------------------------


def script(right: Right = RIGHT, place: str = "/shop") -> Actor:
    return Actor("script", "a script of ana", right=right, place=place)


def test_a_right_is_used_in_its_workspace_until_its_end_and_the_record_says_so() -> None:
    done = require("focus", script(), "plangate focus deep", now="2026-01-01T23:00:00Z")
    assert (done.surface, done.recorded, done.is_person) == ("token", "token", False)
    assert done.signed("somebody else") == "a script of ana, by ana's token 1a2b3c4d"


@pytest.mark.parametrize(
    ("act", "actor", "now", "said"),
    [
        ("withdraw", script(), "", "it is for focus"),
        ("focus", script(), "2026-01-02T00:00:01Z", "it ended at 2026-01-02"),
        ("focus", script(place="/elsewhere"), "", "it is for /shop"),
        ("one-way", script(RIGHT._replace(act="one-way")), "", "no token reaches this"),
        ("allow", script(RIGHT._replace(act="allow")), "", "no token reaches this"),
    ],
)
def test_a_right_reaches_no_further_than_it_says(
    act: str, actor: Actor, now: str, said: str
) -> None:
    with pytest.raises(PersonsAct, match=said):
        require(act, actor, "plangate x", now=now)


def test_approval_is_handed_on_for_tasks_of_a_version_and_no_other() -> None:
    right = RIGHT._replace(act="approve", tasks=("k3-v2/t4",))
    assert require("approve", script(right), "plangate x", tasks=["k3-v2/t4"]).surface == "token"
    for wanted in (["k3-v3/t4"], ["k3-v2/t4", "k3-v2/t5"]):
        with pytest.raises(PersonsAct, match="it does not name"):
            require("approve", script(right), "plangate x", tasks=wanted)


def test_what_can_be_handed_on_is_named_and_the_rest_never_is() -> None:
    assert not {*PERSONS_ALONE, *ANYBODYS, "answer"} & set(RIGHTS)
    assert read_right("focus", ()) == ("focus", ())
    assert read_right("approve", ["k3-v2/t4"]) == ("approve", ("k3-v2/t4",))
    for act, tasks, said in (
        ("one-way", (), "is never handed on"),
        ("everything", (), "is no right"),
        ("approve", (), "--task: is missing"),
        ("approve", ("t4",), "is not a task of a version"),
        ("focus", ("k3-v2/t4",), "--task: says nothing about focus"),
    ):
        with pytest.raises(BadInput, match=said):
            read_right(act, tasks)


# --- what asks less -------------------------------------------------------------------------------


@pytest.mark.rule("PREF-3")
def test_a_preference_asks_less_in_one_direction_only() -> None:
    order = ["never-ask", None, "always-ask"]
    for lower, wanted in enumerate(order):
        for higher, held in enumerate(order):
            assert asks_less(wanted, held) == (lower < higher)
    assert asks_less("ask-only-for-one-way", None)


@pytest.mark.parametrize(
    ("change", "laxer"),
    [
        ({"evpi_question_threshold": 0.3}, ["evpi_question_threshold"]),
        ({"evpi_question_threshold": 0.1}, []),
        ({"estimator": "standard"}, ["estimator"]),
        ({"evidence_threshold": 0.5}, ["evidence_threshold"]),
        ({"evidence_threshold": 0.9}, []),
        ({"strict_blockers": True}, ["strict_blockers"]),
        ({"blockers_need_evpi": True}, ["blockers_need_evpi"]),
        ({"always_ask_one_way": True, "min_prior": 0.05}, []),
    ],
)
def test_a_policy_is_laxer_by_the_direction_of_each_field(
    change: dict[str, Any], laxer: list[str]
) -> None:
    assert list(laxer_fields(Policy()._replace(**change), Policy())) == laxer


def test_every_number_and_switch_of_the_policy_has_its_direction() -> None:
    loosest = Policy("s0", "standard", 9.0, 1.0, 1.0, 0.0, True, True, False, 1.0, 0, 0)
    strictest = Policy("default", "regret", 0.0, 0.0, 0.0, 1.0, False, False, True, 0.0, 9, 9)
    assert set(laxer_fields(loosest, strictest)) == set(Policy._fields) - {
        "profile",
        "min_divergence",  # VOI-2: without effect
    }
    assert list(laxer_fields(strictest, loosest)) == []


def test_silence_decides_more_by_assuming_than_by_stopping_or_waiting() -> None:
    assert decides_more("assume", "wait")
    assert decides_more("assume", "abort")
    assert not decides_more("wait", "assume")


# --- what tells a coding agent --------------------------------------------------------------------


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.variable)
def test_a_clients_mark_on_a_command_tells_it(mark: object) -> None:
    assert isinstance(mark, tuple)
    client, variable, _, values = mark
    assert agent_in_environment({variable: values[0] if values else "1"}) == (client, variable)
    assert agent_in_environment({variable: ""}) is None


@pytest.mark.parametrize(
    "name",
    [
        *("TERM_PROGRAM", "CURSOR_TRACE_ID", "CLAUDE_CODE_SSE_PORT", "VSCODE_PID", "REPL_ID"),
        *("CODEX_HOME", "GEMINI_API_KEY", "ANTHROPIC_API_KEY", "CLINE_API_KEY", "SSH_AGENT_PID"),
    ],
)
def test_what_an_editors_terminal_or_a_person_sets_tells_nothing(name: str) -> None:
    assert agent_in_environment({name: "vscode", "AGENT": "ssh"}) is None


@pytest.mark.parametrize(
    ("words", "client"),
    [
        (["claude"], "Claude Code"),
        (["/usr/local/bin/codex", "--full-auto"], "Codex"),
        (["node", "--no-warnings", "/usr/bin/gemini"], "Gemini CLI"),
        (["/usr/bin/node", "/x/node_modules/@google/gemini-cli/dist/index.js"], "Gemini CLI"),
        (["/usr/bin/python3.12", "/home/ana/.local/bin/aider"], "Aider"),
        (["C:\\tools\\opencode.exe"], "opencode"),
        (["/bin/bash", "/home/ana/bin/claude"], "Claude Code"),
        (["-zsh", "/usr/local/bin/codex"], None),
        (["bash"], None),
        (["bash", "-c", "cat notes/claude"], None),
        (["vim", "claude.md"], None),
        (["python3", "manage.py", "codex"], None),
        (["/home/claude/bin/tmux"], None),
        ([], None),
    ],
)
def test_a_client_is_told_by_its_own_program_and_by_nothing_it_is_mentioned_in(
    words: list[str], client: str | None
) -> None:
    assert agent_by_command(words) == client


@pytest.mark.rule("HOUSE-4")
def test_the_documentation_shows_the_tables_of_the_code() -> None:
    page = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
    for lines in (act_lines(), mark_lines()):
        assert "\n".join(lines) in page, "print them again: scripts/acts.py"
