"""Leave to act is the person's: whatever is stored, no hook speaks about it (GATE-13, HOOK-1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plangate.adapters.memory import FrozenClock
from plangate.adapters.sql.sqlite import SQLiteStore
from plangate.app.agents import record_calls
from plangate.core.agents.agent_calls import AgentQuestion, Offered
from plangate.core.events.agent_events import AgentAnswerKept
from plangate.interfaces.hook.running import run
from tests.conftest import Runner
from tests.core.test_agent_questions import ASKED_FOR_LEAVE
from tests.interfaces.hook.calls import Json, asked, asking, chosen, prefer, question
from tests.interfaces.hook.test_pre_ask import passed, pre

pytestmark = pytest.mark.rule("GATE-13", "HOOK-1")


#: By value they are all tried in tests/core; through the hook one of each kind.
@pytest.mark.parametrize(("prompt", "labels"), ASKED_FOR_LEAVE[::5])
def test_leave_to_act_passes_untouched_whatever_is_stored(
    prompt: str, labels: tuple[str, ...], cli: Runner, workspace: Path, db: Path
) -> None:
    """A preference, a choice that everything vouches for, a recommendation: none of them speaks."""
    first = f"{labels[0]} (Recommended)"
    asks = question(prompt, first, *labels[1:], header="Go")
    passed(pre(cli, asking(workspace, asks)))
    prefer(db, workspace, "go", "never-ask")
    passed(chosen(cli, workspace, {prompt: first}, asks, call="t2"))
    passed(pre(cli, asking(workspace, asks, call="t3", session="another")))
    # A question that would be refused or answered goes along with it.
    vague = question("Could you please clarify?", "The first thing", "Another thing")
    passed(pre(cli, asking(workspace, vague, asks, call="t4")))


def test_a_header_or_an_option_alone_asks_for_leave(cli: Runner, workspace: Path) -> None:
    vague = "Could you please clarify?"
    passed(pre(cli, asking(workspace, question(vague, "One", "Two", header="Approve"))))
    passed(pre(cli, asking(workspace, question(vague, "One", "Go ahead"))))


def test_a_real_choice_is_none(cli: Runner, workspace: Path) -> None:
    """Else nothing would ever be answered from what the person chose."""
    asks = question("Which login should we build?", "Passwords", "Mailed links")
    chosen(cli, workspace, {asks["question"]: "Passwords"}, asks)
    assert '"allow"' in pre(cli, asking(workspace, asks, session="another")).out


# --- for no question about acting does a hook name an option --------------------------------------

VERBS = st.sampled_from(
    "deploy,release,publish,roll out,switch DNS to,pay for,charge,buy,send,email,"
    "announce,merge,push,delete,drop,truncate,wipe,migrate,restart,shut down,start,"
    "run,execute,apply,install,upgrade,approve,submit,sign,transfer,refund,cancel,"
    "renew,grant,revoke,rotate,open,close,go on with,proceed with,continue with,"
    "finish,commit,tag,provision,scale up,flibber,enact,trigger".split(",")
)
THINGS = st.sampled_from(
    "the new version,the site to production,the invoice,the saved cards,the mails to all customers,"
    "the users table,this branch,the plan,it,the paid API,the old server,access for the team,"
    "the contract,everything,the gronk".split(",")
)
PHRASINGS = st.sampled_from(
    [
        "Should I {verb} {thing}?",
        "Shall I {verb} {thing} now?",
        "May I {verb} {thing}?",
        "Can I {verb} {thing}?",
        "Could we {verb} {thing} tonight?",
        "Shouldn't I {verb} {thing}?",
        "Do you want me to {verb} {thing}?",
        "Would you like me to {verb} {thing}?",
        "Do you mind if I {verb} {thing}?",
        "Is it OK to {verb} {thing}?",
        "Ready to {verb} {thing}?",
        "Is it fine if I {verb} {thing}?",
        "OK if I {verb} {thing}?",
        "I'll {verb} {thing}. Agreed?",
        "Everything is set. Do I {verb} {thing}?",
        "I am about to {verb} {thing}, any objections?",
        "Do I have your permission to {verb} {thing}?",
        "Tests are green, so should I {verb} {thing}?",
        "Which way: should I {verb} {thing} or wait?",
        "When should I {verb} {thing}?",
        "What now? May I {verb} {thing}?",
        "Want me to {verb} {thing}?",
        "Let me {verb} {thing}?",
        "Am I allowed to {verb} {thing}?",
        "Is it time to {verb} {thing}?",
        "Safe to {verb} {thing}?",
        "Do you approve that I {verb} {thing}?",
        "Are you happy for me to {verb} {thing}?",
        "Darf ich {thing} ändern ({verb})?",
        "Soll ich jetzt weitermachen: {verb} {thing}?",
        "Puis-je continuer ({verb} {thing}) ?",
        "¿Puedo seguir ({verb} {thing})?",
        "Posso procedere ({verb} {thing})?",
        "Mag ik doorgaan ({verb} {thing})?",
        "Можно продолжить ({verb} {thing})?",
        "{thing}を続けてもいいですか？",
        "可以继续吗（{verb}）？",
        "Czy mogę kontynuować ({verb})?",
        "Devam edeyim mi ({verb})?",
        "계속할까요 ({verb})?",
    ]
)
SPELLINGS = st.sampled_from(
    [str, str.upper, str.title, lambda t: t.replace(" ", "  "), lambda t: t.replace("I", "I\u200b"),
     lambda t: t.replace("'", "’"), lambda t: f"All tests pass. {t}", lambda t: f"{t} (yes/no)"]
)  # fmt: skip
OPTIONS = st.lists(
    st.sampled_from(
        ["Yes", "No", "Do it", "Don't", "Go ahead", "Wait", "Now", "Later", "Option one",
         "Option two", "The blue one", "The green one", "Sure", "Cancel", "Redis", "Postgres"]
    ),
    min_size=2, max_size=4, unique=True,
)  # fmt: skip


class Stage:
    """A database in which everything that could speak does: answers, preferences, all vouched."""

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "shop"
        self.workspace.mkdir(parents=True)
        self.db = folder / "plangate.db"
        self.environ = {"HOME": str(folder), "PLANGATE_DB": str(self.db)}

    def store(self, asks: Json, value: str) -> None:
        """The person chose this, recently, for this very question, and never wants to be asked."""
        from datetime import UTC, datetime

        read = AgentQuestion(
            asks["question"], asks["header"], tuple(Offered(o["label"]) for o in asks["options"])
        )
        event = AgentAnswerKept(
            str(self.workspace), "", "t0", read.names[0], read.key, read.prompt,
            tuple(o.label for o in read.options), (value,), value, "choice", "ada", "claude-hook",
            seen=True, verified=True,
        )  # fmt: skip
        with SQLiteStore(self.db) as store:
            record_calls(store, FrozenClock(datetime.now(UTC)), f"s-{abs(hash(read))}", [event])
        for name in read.names:
            prefer(self.db, self.workspace, name, "never-ask")

    def hook(self, name: str, document: str) -> str:
        return run("claude", name, document.encode(), self.environ).out


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("leave"))


@given(PHRASINGS, VERBS, THINGS, SPELLINGS, OPTIONS, st.integers(0, 3), st.booleans())
def test_no_hook_says_a_word_about_leave_to_act(
    stage: Stage,
    phrasing: str,
    verb: str,
    thing: str,
    spelling: Any,
    labels: list[str],
    first: int,
    is_recommended: bool,
) -> None:
    prompt = spelling(phrasing.format(verb=verb, thing=thing))
    wanted = labels[first % len(labels)]
    shown = [f"{o} (Recommended)" if is_recommended and o == wanted else o for o in labels]
    asks = question(prompt, *shown)
    stage.store(asks, shown[labels.index(wanted)])
    assert stage.hook("pre-ask", asking(stage.workspace, asks, call="t1")) == ""
    answer = asked(stage.workspace, {prompt: wanted}, asks, call="t1")
    assert stage.hook("post-ask", answer) == ""


# --- for no question at all does a hook name an option without evidence ---------------------------

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=60)
LABELS = st.lists(WORDS.filter(str.strip), min_size=0, max_size=5, unique=True)


@given(
    st.one_of(WORDS, st.sampled_from(["Which store?", "Could you please clarify?", "What now?"])),
    LABELS,
    WORDS,
    st.booleans(),
)
@example("Which store should it be?", ["Zebra-one", "Zebra-two"], "Store", False)
@example("Could you please clarify?", ["Zebra-one", "Zebra-two"], "", False)
def test_without_anything_on_record_no_option_is_named(
    tmp_path_factory: pytest.TempPathFactory,
    prompt: str,
    labels: list[str],
    header: str,
    several: bool,
) -> None:
    empty = Stage(tmp_path_factory.mktemp("empty"))
    marked = [f"Zq{place}-{label}" for place, label in enumerate(labels)]
    asks = question(prompt, *marked, header=header, several=several) if marked else question(prompt)
    out = empty.hook("pre-ask", asking(empty.workspace, asks, call="t1"))
    assert '"allow"' not in out
    said = json.dumps(json.loads(out), ensure_ascii=False) if out else ""
    assert not any(f"Zq{place}-" in said for place in range(len(marked)))


@given(st.permutations(["Redis", "In the process", "On disk", "In Postgres"]), st.booleans())
def test_an_answer_does_not_depend_on_where_an_option_stands(
    stage: Stage, labels: list[str], is_known: bool
) -> None:
    prompt = f"Which store should the {'known' if is_known else 'new'} limiter use?"
    asks = question(prompt, *labels, header=f"Limiter {is_known}")
    if is_known:
        stage.store(asks, "On disk")
    out = stage.hook("pre-ask", asking(stage.workspace, asks, session="x", call=str(labels)))
    if not is_known:
        assert out == ""
        return
    output = json.loads(out)["hookSpecificOutput"]
    assert output["updatedInput"]["answers"] == {prompt: "On disk"}
