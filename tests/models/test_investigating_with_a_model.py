"""Explore and librarian by model: bounded, read-only, looked up and weighed."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.model.calling import Asked
from plangate.adapters.model.look_tools import Reading
from plangate.adapters.model.model_looks import STEPS
from plangate.app.ports import Result
from tests.models.conftest import PROPOSAL, Planning, Scripts, commit_all
from tests.models.provider import Body, Reply, calls, says


def _option(name: str, prior: float) -> dict[str, Any]:
    words = {"id": name, "label": name, "consequence": f"{name} holds the sessions"}
    return {**words, "prior": prior, "effort": 8, "undo": "partly", "decides": [f"{name}.py"]}


#: A decision that no catalog knows, and that is worth a question.
OPEN = {
    "decisions": [
        {
            "id": "bucket",
            "question": "Which bucket holds the counters?",
            "options": [_option("crimson", 0.5), _option("teal", 0.5)],
        },
        {"id": "rate-limit-scope", "drop": "one caller"},
        {"id": "rate-limit-store", "drop": "a bucket holds them"},
    ],
    "tasks": [{**task, "rests_on": ["bucket"]} for task in PROPOSAL["tasks"]],
}


def _script(*steps: Reply, proposal: Any = OPEN) -> Any:
    """The proposal first; then every investigator goes through the same steps."""

    def reply(body: Body) -> Reply:
        if "tools" not in body:
            return says(proposal)
        done = sum(message["role"] == "assistant" for message in body["messages"])
        step: Reply = steps[min(done, len(steps) - 1)]
        return step

    return reply


def _report(*evidence: dict[str, Any]) -> Reply:
    return calls(("report", {"evidence": list(evidence), "looked": "everywhere"}))


def _claim(locator: str | None, quote: str | None, option: str = "teal") -> dict[str, Any]:
    claim = {"claim": "it is teal", "supports": {"bucket": option}}
    return {**claim, **({"locator": locator, "quote": quote} if locator else {})}


def _with_a_line(workspace: Path) -> None:
    (workspace / "app/store.py").write_text("BUCKET = 'teal'  # holds counters\n")
    commit_all(workspace)


def _model_evidence(planning: Planning) -> list[dict[str, Any]]:
    found = planning.payloads("EvidenceGathered")
    return [entry for one in found for entry in one["evidence"] if ":model" in entry["id"]]


@pytest.mark.rule("LLM-2", "INV-3", "INV-5", "MCP-3")
def test_a_claim_with_a_quote_that_stands_counts_and_an_opinion_weighs_nothing(
    planning: Planning, provider: Scripts, workspace: Path
) -> None:
    _with_a_line(workspace)
    server = provider(
        _script(
            calls(("grep", {"text": "BUCKET"})),
            _report(
                _claim("app/store.py:1", "BUCKET = 'teal'"),
                _claim(None, None, "crimson"),
                _claim("app/store.py:1", "BUCKET = 'crimson'", "crimson"),
            ),
        )
    )
    planning.plan("--looks")
    told = [text for place in range(len(server.sent)) if "BUCKET" in (text := server.texts(place))]
    assert any("app/store.py:1: BUCKET = 'teal'" in text for text in told)
    weighed = {
        (one["supports"], one["confidence"], one["kind"]) for one in _model_evidence(planning)
    }
    assert ("teal", 0.6, "model") in weighed
    assert (None, 0.0, "model_unverified") in weighed
    assert not any(supports == "crimson" for supports, *_ in weighed)
    purposes = {call["purpose"] for call in planning.payloads("ModelCalled")}
    assert {"propose", "explore"} <= purposes


@pytest.mark.rule("INV-3", "INV-5")
def test_investigators_run_side_by_side_and_are_synthesised_before_the_next_dispatch(
    planning: Planning, provider: Scripts, workspace: Path
) -> None:
    (workspace / "README.md").write_text("# Shop\n\nCounters are kept somewhere.\n")
    _with_a_line(workspace)
    both = threading.Barrier(2, timeout=30)
    waited: list[str] = []

    def reply(body: Body) -> Reply:
        if "tools" not in body:
            return says(OPEN)
        if len(waited) < 2:
            waited.append(body["messages"][0]["content"][:40])
            both.wait()  # passes only when the other one is there at the same time
        return _report()

    provider(reply)
    planning.plan("--looks")
    assert len(waited) == 2
    kinds = [row["type"] for row in planning.events("Dispatched", "EvidenceSynthesised")]
    assert kinds[:2] == ["Dispatched", "EvidenceSynthesised"]
    assert all(a != b for a, b in pairwise(kinds)), kinds


@pytest.mark.rule("LLM-2", "INV-4")
def test_a_tool_loop_ends_after_its_steps(
    planning: Planning, provider: Scripts, workspace: Path
) -> None:
    _with_a_line(workspace)
    provider(_script(calls(("glob", {"pattern": "*.py"}))))
    outcome = planning.plan("--looks")
    per_look = [c for c in planning.payloads("ModelCalled") if c["purpose"] == "explore"]
    looks = [d for d in planning.payloads("Dispatched") for _ in d["dispatches"]]
    assert len(per_look) <= STEPS * len(looks)
    summary = " ".join(outcome.json["stop"]["evidence_summary"])
    assert f"it did not report within {STEPS} steps" in summary


@pytest.mark.rule("INV-7", "INV-8", "INV-9")
def test_a_look_that_gains_nothing_switches_the_strategy_and_then_stops(
    planning: Planning, provider: Scripts, workspace: Path
) -> None:
    """Nothing anywhere names an option: another kind of looking is tried with a hypothesis, the
    model is sent with it, and at the end one question says what is uncertain."""
    (workspace / "README.md").write_text("# Shop\n\nNothing about it.\n")
    commit_all(workspace)
    provider(_script(_report()))
    ran = planning.plan("--looks", "--budget", "deep")
    switched = planning.payloads("StrategySwitched")
    assert len(switched) == 1, planning.payloads("IterationDecided")
    assert switched[0]["hypothesis"]
    assert switched[0]["failed"]
    assert switched[0]["strategy"] not in switched[0]["failed"]
    sent = [d for one in planning.payloads("Dispatched") for d in one["dispatches"]]
    assert switched[0]["strategy"] in {d["strategy"] for d in sent}
    assert ran.json["question"]["question_id"] == "bucket"


@pytest.mark.rule("INV-11", "LLM-2")
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("read", {"path": "../outside.txt"}),
        ("read", {"path": "/etc/passwd"}),
        ("read", {"path": "link.txt"}),
        ("read", {}),
        ("grep", {"text": ""}),
        ("web_read", {"address": "http://127.0.0.1/"}),
        ("write", {"path": "x"}),
    ],
)
def test_no_tool_reads_outside_the_workspace_or_does_anything_else(
    workspace: Path, tool: str, given: dict[str, Any]
) -> None:
    (workspace.parent / "outside.txt").write_text("hidden treasure")
    (workspace / "link.txt").symlink_to(workspace.parent / "outside.txt")
    said = Reading(workspace).use(Asked("1", tool, given))
    assert "hidden treasure" not in said
    assert "root:" not in said
    assert "<data" not in said, "it is told why, and shown nothing"


class _Web:
    """A web of two hosts that say the same, and one that says something else."""

    def search(self, query: str, most: int) -> Sequence[Result]:  # noqa: ARG002 - a port
        hosts = {
            "a": "counters belong in teal",
            "b": "counters belong in teal",
            "c": "crimson it is",
        }
        return [Result(h, f"https://{h}.example.org/", text) for h, text in hosts.items()][:most]

    def fetch(self, address: str) -> str:
        return f"more about {address}"


@pytest.mark.rule("INV-13")
def test_the_web_is_believed_a_little_only_where_two_hosts_say_the_same() -> None:
    from plangate.adapters.model.model_looks import _from_the_web
    from plangate.core.agents.proposals import HostEvidence

    pages = {one.address: one.excerpt for one in _Web().search("", 3)}

    def claim(host: str, quote: str, option: str) -> HostEvidence:
        about = (("bucket", option),)
        return HostEvidence("so it is", f"https://{host}.example.org/", quote, about)

    teal = [claim(host, "counters belong in teal", "teal") for host in "ab"]
    crimson = claim("c", "crimson it is", "crimson")
    invented = claim("a", "crimson was always meant", "crimson")
    found = _from_the_web([*teal, crimson, invented], pages, "d1")
    assert [(one.supports, one.confidence) for one in found] == [
        ("teal", 0.3),
        ("teal", 0.3),
        (None, 0.0),
        (None, 0.0),
    ]
    assert all(one.fact and one.fact.startswith("external, not verified") for one in found)


@pytest.mark.rule("INV-13", "INV-8")
@pytest.mark.parametrize("kind", ["brave", "command"])
def test_research_outside_is_off_by_default_and_asks_a_configured_provider(
    planning: Planning, provider: Scripts, home: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    asked: list[str] = []
    hits = [{"title": "t", "url": "https://127.0.0.1/a", "description": "teal is <b>usual</b>"}]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path + self.headers.get("X-Subscription-Token", ""))
            data = json.dumps({"web": {"results": hits}}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    script = home / "search.py"
    script.write_text(f"print({json.dumps(json.dumps(hits))})\n")
    folder = home / ".config/plangate"
    folder.mkdir(parents=True)
    address = f"http://127.0.0.1:{server.server_port}/search"
    command = json.dumps([sys.executable, str(script)])
    (folder / "config.toml").write_text(
        f'[web]\nprovider = "brave"\naddress = "{address}"\n'
        if kind == "brave"
        else f'[web]\nprovider = "command"\ncommand = {command}\n'
    )
    monkeypatch.setenv("PLANGATE_WEB_KEY", "k-1234")
    provider(says(OPEN))
    planning.workspace = home / "bare"  # nothing to look into but code, and the outside
    (planning.workspace / "app").mkdir(parents=True)
    (planning.workspace / "app/api.py").write_text("def public_api(request):\n    return 1\n")
    ran = planning.plan("--no-looks", "--budget", "deep")
    server.shutdown()
    server.server_close()
    sent = [d for one in planning.payloads("Dispatched") for d in one["dispatches"]]
    assert "external research" in {d["strategy"] for d in sent}, ran.out
    found = [e for one in planning.payloads("EvidenceGathered") for e in one["evidence"]]
    outside = [entry for entry in found if entry["kind"] == "external"]
    assert outside
    assert all(e["supports"] is None and e["confidence"] == 0.0 for e in outside)
    assert all("teal is usual" in e["fact"] for e in outside)
    assert (kind == "command") or any(path.endswith("k-1234") for path in asked)
