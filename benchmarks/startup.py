"""How long a call of the command line takes, against a bare Python that does nothing.

    python benchmarks/startup.py [ROUNDS]

The calls are made in an environment of their own, laid out as ./plangate lays it out: a venv with
click, yaml, ast-grep and a path file, everything compiled. What this Python has installed besides,
and that it may be told not to write bytecode, plays no part. The clock is the processor's time of
the call: a start-up waits for nothing, so with a core to itself it is as long on the wall.
"""

import importlib.util
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

from benchmarks.measure import at_most, by_best, print_table, rounds, take_turns

ROOT = Path(__file__).resolve().parents[1]

DOCUMENT: Mapping[str, Any] = {
    "goal": "Add rate limiting to the public API",
    "ambiguities": [
        {
            "id": "rate-limit-scope",
            "interpretations": [
                {
                    "id": "per-key",
                    "label": "Limit by API key",
                    "consequence": "adds a counter for each key",
                    "prior": 0.6,
                    "complexity": 0.4,
                    "reversibility": "reversible",
                    "touches": ["api/keys.py", "api/limits.py"],
                },
                {
                    "id": "per-address",
                    "label": "Limit by address",
                    "consequence": "adds a counter for each address",
                    "prior": 0.4,
                    "complexity": 0.5,
                    "reversibility": "reversible",
                    "touches": ["api/proxy.py"],
                },
            ],
        }
    ],
}
GOALS = ("Add rate limiting to the public API", "Find out why the tests are slow", "Fix a typo")
#: What makes a workspace of every day: a session that waits for an answer, and one with a plan.
ASKS = "Store uploads in a database or on disk"
PLANNED = "Add rate limiting to the public API"

COUNTERS = "Where should the rate limiter keep its counters?"
STORE = "Where should sessions be kept?"
QUESTION: Mapping[str, Any] = {
    "question": STORE,
    "header": "Store",
    "options": [
        {"label": "Redis (Recommended)", "description": "shared by every process"},
        {"label": "In the process", "description": "each process counts alone"},
    ],
    "multiSelect": False,
}
PLAN = """# Rate limiting

## Steps

1. Add `api/limits.py` with a counter for each key, like `api/keys.py`.
2. Call it in `api/app.py` before the handlers run and answer 429 above the limit.
3. Add tests for both to `tests/test_limits.py` and run `pytest`.
"""

#: Prints the modules `import plangate` loads that neither Python nor plangate brings.
STRANGERS = """
import sys
before = set(sys.modules)
import plangate
new = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(new - sys.stdlib_module_names - {"plangate"}))
"""


class Checkout:
    """A checkout that ./plangate has set up, in a directory that goes away."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.python = place / ".venv" / "bin" / "python"
        self.numbers = count()
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PLANGATE"))}
        self.environment = {**clean, "HOME": str(place), "XDG_DATA_HOME": str(place / "data")}
        venv.create(place / ".venv", symlinks=True, with_pip=False)
        packages = next(place.glob(".venv/lib/python*/site-packages"))
        ignored = shutil.ignore_patterns("__pycache__")
        for name in ("click", "yaml", "ast_grep_py"):
            spec = importlib.util.find_spec(name)
            if spec is None or not spec.submodule_search_locations:
                sys.exit(f"startup.py: {name} is missing; run it with .venv/bin/python")
            found = spec.submodule_search_locations[0]
            shutil.copytree(found, packages / name, ignore=ignored)
        shutil.copytree(ROOT / "src" / "plangate", place / "src" / "plangate", ignore=ignored)
        (packages / "plangate.pth").write_text(str(place / "src") + "\n")
        compiled = [str(self.python), "-m", "compileall", "-q", str(packages), str(place / "src")]
        subprocess.run(compiled, env=self.environment, check=True)
        # What the script at the root looks for before it starts Python.
        shutil.copy2(ROOT / "plangate", place / "plangate")
        shutil.copy2(ROOT / "requirements.lock", place / "requirements.lock")
        (place / ".venv" / "installed.lock").write_text("as locked\n")

    def call(self, *command: str, given: str = "") -> str:
        """Run a command to its end; a gate that asks ends with 3."""
        ended = subprocess.run(
            command,
            cwd=self.place,
            env=self.environment,
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        if ended.returncode not in (0, 3):
            sys.exit(f"startup.py: {command} ended with {ended.returncode}")
        return ended.stdout.decode()

    def plangate(self, *arguments: str, given: str = "") -> str:
        return self.call(str(self.python), "-P", "-m", "plangate", *arguments, given=given)

    def hook(self, name: str, tool_input: Mapping[str, Any], **more: Any) -> str:
        """A hook of Claude Code in a session and for a call that nobody has seen before."""
        number = next(self.numbers)
        tool = "ExitPlanMode" if name == "plan-review" else "AskUserQuestion"
        document = {
            "session_id": f"s{number}",
            "tool_use_id": f"t{number}",
            "cwd": str(self.place),
            "tool_name": tool,
            "tool_input": tool_input,
            **more,
        }
        return self.plangate("hook", "claude", name, given=json.dumps(document))


def every_day(checkout: Checkout) -> tuple[str, str]:
    """A workspace with an open question and a plan of another session; the asking session's id."""
    place = checkout.place / "work"
    (place / "api").mkdir(parents=True)
    (place / "api" / "app.py").write_text("def app():\n    return 200\n")
    asking = json.loads(checkout.plangate("plan", ASKS, "--workspace", str(place), "--json"))
    assert asking["outcome"] == "question", asking
    checkout.plangate("plan", PLANNED, "--workspace", str(place))
    assert "Ready:" in checkout.plangate("ready", "--workspace", str(place))
    return str(place), asking["session"]


def answer_once(checkout: Checkout, asked: Mapping[str, Any], heard: Mapping[str, Any]) -> None:
    """A choice of the person's that hook and transcript vouch for, so that it is given again."""
    answers = heard["tool_response"]["answers"]
    use = {"type": "tool_use", "id": "once", "name": "AskUserQuestion", "input": asked}
    result = {"type": "tool_result", "tool_use_id": "once", "content": ""}
    transcript = checkout.place / "transcript.jsonl"
    lines = [
        {"message": {"content": [use]}},
        {"message": {"content": [result]}, "toolUseResult": {"answers": answers}},
    ]
    transcript.write_text("".join(json.dumps(line) + "\n" for line in lines))
    same = {"session_id": "s", "tool_use_id": "once", "transcript_path": str(transcript)}
    checkout.hook("pre-ask", asked, **same)
    checkout.hook("post-ask", asked, **same, **heard)


def processor_time_of_calls() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="plangate-") as directory:
        checkout = Checkout(Path(directory))
        (checkout.place / "document.json").write_text(json.dumps(DOCUMENT))
        services = "services:\n  cache:\n    image: redis:7\n"
        (checkout.place / "docker-compose.yml").write_text(services)
        for goal in GOALS:
            checkout.plangate("plan", goal, "--workspace", ".")
        asked = {"questions": [QUESTION]}
        new = {"questions": [{**QUESTION, "question": "Where are the limits configured?"}]}
        go_on = {"questions": [{**QUESTION, "question": "Should I proceed?"}]}
        vague = {"questions": [{**QUESTION, "question": "Could you please clarify?"}]}
        heard = {"tool_response": {"answers": {STORE: "In the process"}}}
        answer_once(checkout, asked, heard)
        assert '"allow"' in checkout.hook("pre-ask", asked)
        assert '"deny"' in checkout.hook("pre-ask", vague)
        assert not checkout.hook("pre-ask", go_on)
        assert not checkout.hook("pre-ask", new)
        found = {"questions": [{**QUESTION, "question": COUNTERS}]}
        assert "docker-compose.yml:3" in checkout.hook("pre-ask", found)
        work, asking = every_day(checkout)
        python = str(checkout.python)
        taken = take_turns(
            {
                "python -c pass": lambda: checkout.call(python, "-c", "pass"),
                "import plangate": lambda: checkout.call(python, "-c", "import plangate"),
                "plangate --version": lambda: checkout.plangate("--version"),
                "plangate gate --json": lambda: checkout.plangate(
                    "gate", "--json", "document.json"
                ),
                "plangate gate": lambda: checkout.plangate("gate", "document.json"),
                "plangate sessions": lambda: checkout.plangate("sessions"),
                "plangate inbox": lambda: checkout.plangate("inbox"),
                "plangate ready": lambda: checkout.plangate("ready", "-w", work),
                "plangate ready, it asks": lambda: checkout.plangate("ready", asking),
                "plangate status": lambda: checkout.plangate("status", "-w", work),
                "hook pre-ask, passes": lambda: checkout.hook("pre-ask", new),
                "hook pre-ask, leave to act": lambda: checkout.hook("pre-ask", go_on),
                "hook pre-ask, refuses": lambda: checkout.hook("pre-ask", vague),
                "hook pre-ask, answers": lambda: checkout.hook("pre-ask", asked),
                "hook pre-ask, quotes a file": lambda: checkout.hook("pre-ask", found),
                "hook post-ask": lambda: checkout.hook("post-ask", asked, **heard),
                "hook plan-review": lambda: checkout.hook("plan-review", {"plan": PLAN}),
                "./plangate --version": lambda: checkout.call("./plangate", "--version"),
            },
            rounds(40),
            processor_time_of_calls,
        )
        strangers = checkout.call(python, "-c", STRANGERS).split()

    bare = taken["python -c pass"]
    limits = {"plangate --version": 4.0, "plangate gate --json": 8.0, "plangate inbox": 7.0}
    limits |= dict.fromkeys(("plangate ready", "plangate ready, it asks", "plangate status"), 9.0)
    spoken = ("refuses", "answers", "quotes a file")
    for name in taken:
        if name.startswith("hook") and not name.endswith("plan-review"):
            limits[name] = 10.0 if name.endswith(spoken) else 6.0
    rows = []
    for name, side in taken.items():
        ratio = by_best(side, bare)
        limit = at_most(ratio, limits[name]) if name in limits else ""
        best, median = side.best * 1e3, side.median * 1e3
        rows.append((name, f"{best:.1f}", f"{median:.1f}", f"{ratio:.2f} ×", limit))
    print_table("Start-up", ("call", "best, ms", "median, ms", "of bare Python", "limit"), rows)
    print(f"\nThird-party modules `import plangate` loads: {', '.join(strangers) or 'none'}")


if __name__ == "__main__":
    main()
