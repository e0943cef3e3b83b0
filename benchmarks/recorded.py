"""Whether to ask, on recorded coding tasks: the gate beside every fixed number of questions.

    python benchmarks/recorded.py CLONE [--strategy active-reasoning] [--models gpt] [--workers 2]

CLONE is a git directory of kasia-kobalczyk/active-task-disambiguation (Active Task Disambiguation
with LLMs, ICLR 2025), which holds for each task the programs a model thought of before each of four
questions, the questions, and how many of its programs were right after none to four answers. The
readings are the programs by what they return for the recorded questions, their priors the share of
programs. Acting on a wrong one wastes everything (complexity 1, reversible). The gate is asked
before each question, with the threshold set to the cost of a question and `quota.asked` true to the
turn; the first time it does not ask, the task is done. Utility is the share of right programs minus
the cost of the questions.

The recorded programs are run to tell them apart: each turn in a child of its own, without an
environment, files to write or more than a few seconds, and none that names a module beyond sums.
"""

import argparse
import ast
import io
import json
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

if "--child" not in sys.argv:
    import plangate

COSTS = (0.03, 0.05, 0.10)
TURNS = 4
FILES = ("listed_hypothesis", "questions", "eval_program_correctness")
#: What a recorded program may import; one that wants more is not run and is a reading of its own.
HARMLESS = frozenset(
    "math re itertools collections functools string typing heapq bisect operator fractions decimal "
    "statistics datetime random copy numbers".split()
)
FORBIDDEN = re.compile(r"\b(?:open|exec|eval|compile|input|__\w+__|globals|vars|getattr)\b")
PRELUDE = (
    "import math, re, itertools, collections, functools, string, heapq, bisect\n"
    "from math import *\nfrom typing import *\nfrom collections import *\n"
)


class Run(NamedTuple):
    """One task as one model went through it."""

    readings: Sequence[Sequence[float]]
    """Before each question: the shares of the programs that behave alike."""
    right: Sequence[float]
    """The share of right programs after none, one, … answers."""


def recorded(clone: Path, strategy: str, models: str) -> Iterator[dict[str, Any]]:
    """Every run of a strategy whose three files are whole."""
    listing = _git(clone, "ls-tree", "-r", "--format=%(objectname) %(path)", "HEAD", "results")
    wanted: dict[str, dict[str, str]] = defaultdict(dict)
    for line in listing.decode().splitlines():
        name, _, path = line.partition(" ")
        parts = path.split("/")
        kind = parts[-1].removesuffix(".json")
        if len(parts) != 8 or parts[4] != strategy or not parts[5].startswith(models):
            continue
        if kind in FILES:
            wanted["/".join(parts[2:7])][kind] = name
    for _run, files in sorted(wanted.items()):
        if len(files) == len(FILES):
            yield {kind: json.loads(_git(clone, "cat-file", "blob", files[kind])) for kind in FILES}


def _git(clone: Path, *words: str) -> bytes:
    return subprocess.run(
        ["git", f"--git-dir={clone}", *words], capture_output=True, check=True
    ).stdout


def run_of(files: Mapping[str, Any]) -> Run | None:
    right = []
    for turn in range(TURNS + 1):
        shares = [
            sum(str(each) == "True" for each in told[str(turn)]) / len(told[str(turn)])
            for told in files["eval_program_correctness"].values()
            if told.get(str(turn))
        ]
        if not shares:
            return None
        right.append(sum(shares) / len(shares))
    readings = []
    for turn in range(TURNS):
        programs = [_code(p["content"]) for p in files["listed_hypothesis"].get(str(turn), ())]
        calls = [call for q in files["questions"].get(str(turn), ()) if (call := _call(q))]
        readings.append(_shares(programs, calls) if programs and calls else ())
    return Run(readings, right)


def _code(text: str) -> str:
    fenced = re.search(r"```(?:python)?\n(.*?)(?:```|\Z)", text, re.DOTALL)
    return fenced[1] if fenced else text


def _call(question: str) -> str | None:
    """What a question runs: a call, or the left side of what it asserts."""
    try:
        (statement,) = ast.parse(question).body
    except (SyntaxError, ValueError):
        return None
    if isinstance(statement, ast.Assert):
        test = statement.test
        return ast.unparse(test.left if isinstance(test, ast.Compare) else test)
    return ast.unparse(statement) if isinstance(statement, ast.Expr) else None


def _may_run(program: str) -> bool:
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError):
        return False
    names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return all(n.split(".")[0] in HARMLESS for n in names) and not FORBIDDEN.search(program)


def _shares(programs: Sequence[str], calls: Sequence[str]) -> list[float]:
    """How the programs divide by what they return."""
    runnable = [program for program in programs if _may_run(program)]
    behaviours = [f"not run {n}" for n in range(len(programs) - len(runnable))]
    with tempfile.TemporaryDirectory() as nowhere:
        child = subprocess.run(
            [sys.executable, "-I", "-S", str(Path(__file__).resolve()), "--child"],
            input=json.dumps({"programs": runnable, "calls": calls}).encode(),
            capture_output=True,
            cwd=nowhere,
            env={},
            check=False,
        )
    told = child.stdout.decode(errors="replace").splitlines()
    behaviours += told + [f"lost {n}" for n in range(len(runnable) - len(told))]
    return sorted((n / len(programs) for n in Counter(behaviours).values()), reverse=True)


def child() -> None:
    """Runs programs that others wrote; one line of what each returns."""
    for what, most in (
        (resource.RLIMIT_CPU, 6),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_AS, 512 * 1024 * 1024),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(what, (most, most))
    given = json.load(sys.stdin)
    told, sys.stdout = sys.stdout, io.StringIO()  # what a program prints is not what it returns
    for program in given["programs"]:
        told.write(f"{' | '.join(_returned(program, given['calls']))}\n")
        told.flush()


def _returned(program: str, calls: Sequence[str]) -> Iterator[str]:
    room: dict[str, Any] = {}
    signal.signal(signal.SIGALRM, _too_long)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        exec(PRELUDE + program, room)
    except BaseException as error:  # noqa: BLE001 - whatever somebody's program raises
        room["__failed"] = type(error).__name__
    for call in calls:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            told = repr(eval(call, dict(room)))[:300]
        except BaseException as error:  # noqa: BLE001
            told = type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        yield told.replace("\n", " ")


def _too_long(*_: object) -> None:
    raise TimeoutError


def asked(run: Run, cost: float, most: int) -> int:
    """How many questions the gate puts."""
    for turn, shares in enumerate(run.readings):
        if not shares:
            return turn
        readings = [
            {
                "id": f"r{n}",
                "label": f"behaviour {n}",
                "consequence": f"the program behaves as {n}",
                "prior": share,
                "complexity": 1.0,
                "reversibility": "reversible",
            }
            for n, share in enumerate(shares)
        ]
        if len(readings) == 1:
            return turn
        policy = {"evpi_question_threshold": cost, "clarifications": most}
        document = {
            "goal": "Write the program that was meant",
            "ambiguities": [{"id": "behaviour", "interpretations": readings}],
            "quota": {"asked": turn},
            "policy": policy,
        }
        if plangate.gate(document)["decisions"][0]["action"] != "ask":
            return turn
    return len(run.readings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("clone", type=Path)
    parser.add_argument("--strategy", default="active-reasoning")
    parser.add_argument("--models", default="")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    files = recorded(given.clone, given.strategy, given.models)
    with ThreadPoolExecutor(given.workers) as pool:
        runs = [run for run in pool.map(run_of, files) if run is not None]
    print(f"{len(runs)} runs of {given.strategy} {given.models}")
    print("| cost | best fixed number | gate, at most 3 | gate, no limit | questions |")
    print("|---|---|---|---|---|")
    for cost in COSTS:
        fixed = [sum(r.right[k] - cost * k for r in runs) / len(runs) for k in range(TURNS + 1)]
        cells = [f"{max(fixed):.3f} ({fixed.index(max(fixed))})"]
        counts = []
        for most in (3, 1_000):
            told = [asked(run, cost, most) for run in runs]
            gained = [r.right[k] - cost * k for r, k in zip(runs, told, strict=True)]
            cells.append(f"{sum(gained) / len(runs):.3f}")
            counts.append(f"{sum(told) / len(runs):.2f}")
        print(f"| {cost} | {' | '.join(cells)} | {' and '.join(counts)} |")


if __name__ == "__main__":
    child() if "--child" in sys.argv else main()
