"""What a person says beside the option they choose, and the values that options leave open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp_types import ElicitRequestParams, ElicitResult, Implementation

from tests.conftest import Runner
from tests.interfaces.mcp.support import (
    CLEAR,
    DELETING,
    ERAS,
    options,
    run,
    server_for,
    told,
)
from tests.interfaces.mcp.test_who_knows import TASKS, decision, verdicts

pytestmark = pytest.mark.rule("MCP-4", "ASK-12")

DAY = "until 31 March 2027, then monthly"


def how_long(label: str = "Until a fixed day") -> dict[str, Any]:
    known = decision("keep", "person", 6, default="one")
    known["options"][1]["label"] = label
    return known


def resting(*names: str) -> list[dict[str, Any]]:
    return [{**task, "rests_on": list(names)} for task in TASKS]


class Player:
    """A person who picks by place and says this beside it, and the forms they were shown."""

    def __init__(self, place: int, note: str = "", typed: str = "") -> None:
        self.place, self.note, self.typed = place, note, typed
        self.shown: list[Any] = []

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        del context
        self.shown.append(params)
        schema: Any = getattr(params, "requested_schema", {})
        if "choice" not in schema["properties"]:
            return ElicitResult(
                action="accept", content={next(iter(schema["properties"])): self.typed}
            )
        content: dict[str, Any] = {"choice": options(params)[self.place]}
        return ElicitResult(action="accept", content=content | {"note": self.note})

    @property
    def title(self) -> str:
        return str(self.shown[0].requested_schema["properties"]["note"]["title"])


def planned(
    workspace: Path, db: Path, player: Player, *sent: Any, goal: str = CLEAR, era: str = ERAS[0]
) -> list[dict[str, Any]]:
    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, mode=era, elicitation_callback=player) as client:
            return [await told(client, "plan", goal=goal, **each) for each in sent]

    return run(work)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("place", [0, 1])
def test_a_note_reaches_the_host_with_the_option_and_the_tasks_are_wanted_again(
    workspace: Path, db: Path, era: str, place: int, cli: Runner
) -> None:
    known = how_long()
    sent = {"decisions": [known], "tasks": resting("keep")}
    player = Player(place, DAY)
    reply, after = planned(workspace, db, player, sent, {"tasks": resting("keep")}, era=era)
    (row,) = reply["decisions"]
    assert (row["verdict"], row["choice"]) == ("confirmed", ("one", "two")[place])
    assert row["note"] == DAY, "in their words, also beside the option that was the default"
    assert reply["state"] == "wanted"
    assert reply["next"].startswith("The note on keep is the person's")
    assert ("is not what your tasks were drafted for" in reply["next"]) == bool(place)
    assert after["state"] == "plan", "and nothing more is asked about it"
    assert len(player.shown) == 1
    shown = cli("show", reply["asked"], "--json").json["question"]
    assert shown["notes"] == [DAY]
    assert cli("audit").code == 0


@pytest.mark.rule("ASK-17")
@pytest.mark.parametrize("how", ["quoted", "no tasks", "sent"])
def test_a_note_beside_what_the_tasks_were_drafted_for_leaves_them_and_is_told_once(
    workspace: Path, db: Path, how: str
) -> None:
    other = decision("font", "anyone", 1)
    tasks = [*resting("keep"), {**TASKS[0], "id": "t9", "rests_on": ["font"]}]
    sent = {"decisions": [how_long(), other], "tasks": tasks}
    player = Player(0, "Of stamps, one is enough")

    async def work() -> list[dict[str, Any]]:
        server = server_for(workspace, db)
        async with Client(server, mode=ERAS[0], elicitation_callback=player) as client:
            first = await told(client, "plan", goal=CLEAR, **sent)
            quote = {"claim": "one", "locator": first["asked"], "quote": "one is enough"}
            brought: dict[str, dict[str, Any]] = {
                "quoted": {"evidence": [{**quote, "supports": {"font": "one"}}]},
                "no tasks": {"decisions": [], "tasks": []},
                "sent": {"tasks": resting("keep")},
            }
            return [first, await told(client, "plan", goal=CLEAR, **brought[how])]

    first, after = run(work)
    assert first["state"] == "wanted"
    assert first["next"].startswith("The note on keep is the person's")
    assert "What was chosen is what your tasks were drafted for; t1, t2 rest on it" in first["next"]
    assert after["state"] == "plan"
    assert [row["id"] for row in after["tasks"]] == ["t1", "t2", "t9"]
    assert "note" not in after["next"]


@pytest.mark.rule("GATE-6")
def test_a_note_that_was_quoted_is_not_asked_for_beside_the_next_one(
    workspace: Path, db: Path
) -> None:
    known = [how_long(), decision("rate", "person", 5, default="one"), decision("font", "person")]
    player = Player(0, DAY)

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        async with Client(server, mode=ERAS[0], elicitation_callback=player) as client:
            first = await told(client, "plan", goal=CLEAR, decisions=known)
            quote = {"claim": "a day", "locator": first["asked"], "quote": "until 31 March 2027"}
            evidence = [{**quote, "supports": {"font": "one"}}]
            return await told(client, "plan", goal=CLEAR, decisions=known[2:], evidence=evidence)

    second = run(work)
    assert len(player.shown) == 2
    assert second["next"].startswith("The note on rate is the person's")
    notes = [row["id"] for row in second["decisions"] if "note" in row]
    assert notes == ["keep", "rate"], "their words stand there until the tasks are written"


def test_a_choice_without_a_note_goes_on_as_before(workspace: Path, db: Path) -> None:
    sent = {"decisions": [how_long("Ninety days")], "tasks": resting("keep")}
    player = Player(0)
    (reply,) = planned(workspace, db, player, sent)
    assert reply["state"] == "plan"
    assert "note" not in reply["decisions"][0]
    assert player.title == "Note, if any, in your own words"


def test_a_form_asks_for_the_value_that_an_option_leaves_open(workspace: Path, db: Path) -> None:
    sent = {"decisions": [how_long()], "tasks": resting("keep")}
    player = Player(1)
    (reply,) = planned(workspace, db, player, sent)
    assert player.title == "Note; for b) which day? In your own words"
    (row,) = reply["decisions"]
    assert row["leaves_open"] == "which day: nobody said it; name in the task what you take"


@pytest.mark.rule("MCP-3")
def test_the_host_hears_which_options_bring_no_value(workspace: Path, db: Path) -> None:
    sent = {"decisions": [how_long(), decision("rate", "person", 5)], "tasks": resting("keep")}

    async def work() -> dict[str, Any]:
        async with Client(server_for(workspace, db)) as client:  # no form: the question waits
            return await told(client, "plan", goal=CLEAR, **sent)

    rows = {row["id"]: row for row in run(work)["decisions"]}
    assert rows["keep"]["leaves_open"].startswith("two: which day? Name values in its options")
    assert "leaves_open" not in rows["rate"]


@pytest.mark.rule("ASK-2")
def test_own_words_in_the_note_need_no_second_form(workspace: Path, db: Path) -> None:
    sent = {"decisions": [how_long()], "tasks": resting("keep")}
    player = Player(-1, DAY)
    (reply,) = planned(workspace, db, player, sent)
    assert reply["answer"]["value"] == DAY
    assert len(player.shown) == 1


@pytest.mark.rule("ASK-11")
def test_a_note_on_a_one_way_question_settles_nothing_and_is_kept(
    workspace: Path, db: Path, cli: Runner
) -> None:
    player = Player(-2, "the backups too", typed="no")
    (reply,) = planned(workspace, db, player, {"mind": "rules"}, goal=DELETING)
    assert (reply["state"], reply["status"]) == ("question", "pending")
    shown = cli("show", reply["question"]["id"], "--json").json["question"]
    assert shown["notes"] == ["the backups too"]


@pytest.mark.rule("GATE-6")
def test_the_next_question_waits_until_the_host_has_read_the_note(
    workspace: Path, db: Path
) -> None:
    known = [how_long(), decision("rate", "person", 5, default="one")]
    sent = {"decisions": known, "tasks": resting("keep", "rate")}
    player = Player(0, DAY)
    first, second = planned(workspace, db, player, sent, {"tasks": resting("keep", "rate")})
    assert verdicts(first) == {"keep": "confirmed", "rate": "wait"}
    assert "keep" in first["next"]
    assert len(player.shown) == 2
    assert verdicts(second)["rate"] == "confirmed"


def test_a_client_that_sends_no_empty_field_gets_the_required_one_alone(
    workspace: Path, db: Path
) -> None:
    player = Player(0)
    codex = Implementation(name="codex-mcp-client", version="0.169.0")

    async def work() -> dict[str, Any]:
        server = server_for(workspace, db)
        sent = {"decisions": [how_long()], "tasks": resting("keep")}
        async with Client(
            server, mode=ERAS[0], elicitation_callback=player, client_info=codex
        ) as client:
            return await told(client, "plan", goal=CLEAR, **sent)

    assert run(work)["decisions"][0]["choice"] == "one"
    assert list(player.shown[0].requested_schema["properties"]) == ["choice"]
