"""Whether to ask, in made-up question games: the gate beside every fixed number of questions.

    python benchmarks/games.py [GAMES]

Nothing here was recorded from people or models: it is a simulation, drawn by a seed, of the shape
such records have. Somebody thinks of one of up to forty things; beliefs begin uneven; a question
divides them about in half; an answer is wrong one time in twenty, and believed for what it is
worth. A right guess is worth 20, a question costs its share of that. The gate is asked before each
question with the threshold set to the cost, `clarifications` without limit and `quota.asked` true
to the turn.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate

COSTS = (0.01, 0.05, 0.10)
WORTH, MOST, WRONG = 20.0, 12, 0.05
#: What a document takes: a belief below this is none.
LEAST = 1e-9


def game(rng: Random) -> list[tuple[list[float], bool]]:
    """The beliefs before each question, and whether the likeliest thing is the right one."""
    weights = [rng.gammavariate(0.7, 1.0) + LEAST for _ in range(rng.randint(4, 40))]
    beliefs = [weight / sum(weights) for weight in weights]
    (right,) = rng.choices(range(len(beliefs)), beliefs)
    told = []
    for _ in range(MOST + 1):
        told.append((beliefs, beliefs.index(max(beliefs)) == right))
        yes = _half(beliefs, rng)
        answer = (right in yes) != (rng.random() < WRONG)
        moved = [b * (1 - WRONG if (n in yes) == answer else WRONG) for n, b in enumerate(beliefs)]
        beliefs = [b / sum(moved) for b in moved]
    return told


def _half(beliefs: Sequence[float], rng: Random) -> set[int]:
    """Things that have about half of the belief."""
    order = list(range(len(beliefs)))
    rng.shuffle(order)
    chosen: set[int] = set()
    for thing in order:
        if sum(beliefs[n] for n in chosen) + beliefs[thing] / 2 < 0.5:
            chosen.add(thing)
    return chosen


def asked(told: Sequence[tuple[list[float], bool]], cost: float) -> int:
    """How many questions the gate puts."""
    for turn, (beliefs, _) in enumerate(told[:MOST]):
        readings = [
            {
                "id": f"r{n}",
                "label": f"thing {n}",
                "consequence": f"it is {n}",
                "prior": belief,
                "complexity": 1.0,
                "reversibility": "reversible",
            }
            for n, belief in enumerate(beliefs)
        ]
        document = {
            "goal": "Guess what was meant",
            "ambiguities": [{"id": "thing", "interpretations": readings}],
            "quota": {"asked": turn},
            "policy": {"evpi_question_threshold": cost, "clarifications": 1_000_000},
        }
        if plangate.gate(document)["decisions"][0]["action"] != "ask":
            return turn
    return MOST


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    games = [game(Random(seed)) for seed in range(count)]
    print(f"{count} games; never asking: {_gained(games, [0] * count, 0.0):.2f}\n")
    print("| cost | best fixed number | gate | questions of the gate |")
    print("|---|---|---|---|")
    for cost in COSTS:
        fixed = [_gained(games, [k] * count, cost) for k in range(MOST + 1)]
        told = [asked(each, cost) for each in games]
        best = f"{max(fixed):.2f} ({fixed.index(max(fixed))})"
        print(f"| {cost} | {best} | {_gained(games, told, cost):.2f} | {sum(told) / count:.2f} |")


def _gained(
    games: Sequence[Sequence[tuple[list[float], bool]]], told: Sequence[int], cost: float
) -> float:
    worth = [WORTH * each[k][1] - WORTH * cost * k for each, k in zip(games, told, strict=True)]
    return sum(worth) / len(games)


if __name__ == "__main__":
    main()
