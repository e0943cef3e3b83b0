"""Counts the labelled set of recall again and prints the tables of adapters/recall/calibration.py.

Run it after a change to tests/adapters/recall_pairs.py or to how likeness is measured, and put what
it prints into the module. The scale by meaning is counted when the group `embeddings` is installed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from plangate.adapters.minds.rules.loading import shipped_dimensions  # noqa: E402
from plangate.adapters.recall.calibration import BANDS, Case, Scale, band, share  # noqa: E402
from plangate.adapters.recall.meaning import is_installed, likeness_by_meaning  # noqa: E402
from plangate.adapters.recall.recollection import likeness, reading_named  # noqa: E402
from tests.adapters.recall_pairs import DECISIONS, MEMORIES, Decided  # noqa: E402

Likeness = Callable[[str, str], float]
BY_ID = {dimension.id: dimension for dimension in shipped_dimensions()}


def by_meaning(one: str, other: str) -> float:
    alike = likeness_by_meaning(one, [other])
    assert alike is not None, "the model is installed and cannot be used"
    return alike[0]


def cases(decided: Decided, alike: Likeness, scale: Scale) -> Iterator[tuple[Case, bool]]:
    """Each judgement about a decision, and the case it belongs to."""
    scope = BY_ID[decided.dimension].settles
    for later in decided.later:
        where = band(alike(later.goal, decided.goal), scale)
        yield Case(scope, True, where), later.here
        yield Case(scope, False, where), later.elsewhere


def counted(decisions: Iterable[Decided], alike: Likeness, scale: Scale) -> dict[Case, float]:
    """For every case the share of the set in which the decision held."""
    judged = [pair for decided in decisions for pair in cases(decided, alike, scale)]
    counts = Counter(case for case, _ in judged)
    held = Counter(case for case, holds in judged if holds)
    found: dict[Case, float] = {}
    for scope, here in sorted({(case.scope, case.here) for case in counts}):
        own = [Case(scope, here, place) for place in range(len(BANDS[scale]) + 1)]
        pools = pooled([(held[case], counts[case]) for case in own])
        found |= {case: share(*pool) for case, pool in zip(own, pools, strict=True)}
    return found


def pooled(counts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Bands that break the order (more alike, less sure) are counted as one."""
    pools: list[tuple[int, int, int]] = []
    for held, count in counts:
        pools.append((held, count, 1))
        while len(pools) > 1 and share(*pools[-2][:2]) > share(*pools[-1][:2]):
            one, other = pools[-2:]
            pools[-2:] = [(one[0] + other[0], one[1] + other[1], one[2] + other[2])]
    return [(held, count) for held, count, bands in pools for _ in range(bands)]


def named() -> float:
    """How often a reading that a memory is heard to name is the one it means."""
    heard = [
        (reading_named(text, BY_ID[name].as_ambiguity(), BY_ID[name]), meant)
        for name, text, meant in MEMORIES
    ]
    spoken = [(reading, meant) for reading, meant in heard if reading is not None]
    return share(sum(reading == meant for reading, meant in spoken), len(spoken))


def main() -> int:
    scales: dict[Scale, Likeness] = {"words": likeness}
    if is_installed():
        scales["meaning"] = by_meaning
    print(f"NAMED = {named()}")
    for scale, alike in scales.items():
        judged = Counter(c for d in DECISIONS for c, _ in cases(d, alike, scale))
        print(f'    "{scale}": {{')
        for case, value in counted(DECISIONS, alike, scale).items():
            print(f"        {case!r}: {value},  # of {judged[case]}")
        print("    },")
    return 0


if __name__ == "__main__":
    sys.exit(main())
