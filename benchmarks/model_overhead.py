"""What plangate adds around a model's own time: one plan with a scripted provider of 2 s a call.

Run: .venv/bin/python benchmarks/model_overhead.py. Prints the seconds of the provider, those of the
whole call to it as plangate sees it, and the share that is ours; the goal is under 5 %. The import
of the model library is paid once a process and printed by itself.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from plangate.adapters.model.choice import ModelChoice  # noqa: E402
from plangate.adapters.model.model_mind import ModelMind  # noqa: E402
from plangate.adapters.repo.checkout.quotes import QuoteReader  # noqa: E402
from plangate.app.ports import Matter  # noqa: E402
from tests.models.conftest import PROPOSAL  # noqa: E402
from tests.models.provider import Body, Provider, Reply, says  # noqa: E402

SECONDS, CALLS = 2.0, 5


def _slow(_body: Body) -> Reply:
    time.sleep(SECONDS)
    return says(PROPOSAL)


def main() -> None:
    shown = {"goal": "Add rate limiting", "brief": {"places": []}, "known_decisions": []}
    with Provider(_slow) as provider:
        choice = ModelChoice("local", "toy", provider.address)
        mind = ModelMind(choice, lambda _line: None, QuoteReader())
        began = time.perf_counter()
        mind.think(Matter("propose", str(ROOT), shown))
        first = time.perf_counter() - began
        began = time.perf_counter()
        for place in range(CALLS):
            mind.think(Matter("propose", str(ROOT), {**shown, "goal": f"Add limit {place}"}))
        each = (time.perf_counter() - began) / CALLS
    print(f"first call, library imported: {first:.2f} s")
    print(f"each of {CALLS} calls: {each:.3f} s, the provider {SECONDS:.1f} s of it")
    print(f"overhead: {100 * (each - SECONDS) / SECONDS:.1f} %")


if __name__ == "__main__":
    main()
