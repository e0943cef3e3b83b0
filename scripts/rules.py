"""Writes docs/rules.md from the rows the code runs on; `--check` compares and says what differs.

Why: a page about rules that is written by hand is wrong after the first change. Nothing here may
know a rule: each function turns rows of the code or of the manifest into lines.
"""

import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from plangate.core.audit.proofs import Audit
from plangate.core.events.event import Event
from plangate.core.gate.asking.lint import LINT_RULES
from plangate.core.gate.walk.gate_rules import RULES
from plangate.core.guard.redaction_rows import RULES as SECRETS
from plangate.core.model.nouns import INTAKES
from plangate.core.model.policy import POLICY_SHAPE, PROFILES, Policy
from plangate.core.model.policy.audit_numbers import AUTO_EXPANSION
from plangate.core.model.policy.gate_numbers import (
    INTERRUPTED,
    INTERRUPTED_FACTOR,
    MULTIPLIERS,
    TOLERANCE,
)
from plangate.core.model.policy.plans_numbers import THIN, THIN_RISK, THIN_WITH_FINDINGS
from plangate.core.plans.adequacy.adequacy import DEPTH_ADDS, TARGETS
from plangate.core.plans.adequacy.adequacy_plan import PLAN_ROWS
from plangate.core.plans.adequacy.adequacy_tasks import TASK_ROWS
from plangate.core.words.one_way import REGISTERED
from plangate.core.words.one_way_patterns import ROWS
from plangate.language.words import compiled
from plangate.language.words.stems import rows_of
from plangate.language.words.vocabulary import verbs
from tests.requirements import REQUIREMENTS, SECTIONS, SEEDS, Section

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rules.md"
SOURCE = Path(__file__).resolve().parents[1] / "src" / "plangate"
LONGEST_DIFF = 40

OUTCOME_RULES = {
    "RequiresClarification": "INT-5",
    "OodaLoop": "INT-3",
    "ImmediateAction": "INT-2",
    "HierarchicalPlan": "INT-4",
}
POLICY_RULES = {
    "profile": "VOI-3",
    "estimator": "VOI-2",
    "evpi_question_threshold": "VOI-5",
    "min_prior": "GATE-1",
    "min_divergence": "none: read, without effect",
    "contradiction_threshold": "GATE-2",
    "clarifications": "GATE-7, VOI-10",
    "open_questions": "GATE-7",
    "evidence_threshold": "GATE-2",
    "strict_blockers": "GATE-12",
    "blockers_need_evpi": "VOI-8",
    "always_ask_one_way": "GATE-14",
}


def page() -> str:
    """The whole page; the same code always gives the same text."""
    parts = (
        introduction(),
        outcomes(),
        gate(),
        policy(),
        linter(),
        adequacy(),
        one_way(),
        secrets(),
        audit(),
        events(),
        ["## Every rule", *(line for section in SECTIONS for line in requirements(section))],
    )
    return "\n".join(line for part in parts for line in [*part, ""]).rstrip() + "\n"


# --- the parts ------------------------------------------------------------------------------------


def introduction() -> list[str]:
    whole = sum(rule.gap is None for rule in REQUIREMENTS.values())
    partly = sum(rule.gap is not None and rule.is_due for rule in REQUIREMENTS.values())
    rest = len(REQUIREMENTS) - whole - partly
    return [
        "# The rules",
        "",
        "Printed by `scripts/rules.py` from the rows that plangate runs on. Edit those, not this.",
        "",
        f"Of {len(REQUIREMENTS)} rules {whole} hold in full, {partly} in part and {rest} not yet; "
        "the tables at the end say what is missing. Each rule that holds is named by the code that "
        "implements it and carried by at least one test.",
        "",
        "Where a rule comes from: SPEC is plangate's specification; it draws on five documents, "
        f"{', '.join(f'{name} ({title})' for name, title in SEEDS.items())}.",
    ]


def outcomes() -> list[str]:
    rows = [(code(name), OUTCOME_RULES[name], observable(OUTCOME_RULES[name])) for name in INTAKES]
    return [
        "## What becomes of a goal",
        "",
        "Tried in this order; the first that fits is the outcome.",
        "",
        *table(("outcome", "rule", "what you see"), rows),
    ]


def gate() -> list[str]:
    rows = [(place, rule, said(look, rule)) for place, (rule, look) in enumerate(RULES, start=1)]
    return [
        "## The gate, in the order its rules are tried",
        "",
        "Every ambiguity walks down this list and the first rule that decides wins. A decision's "
        "trace shows each rule that was reached and what it saw.",
        "",
        *table(("", "rule", "what it says"), rows),
    ]


def policy() -> list[str]:
    shapes = POLICY_SHAPE.schema()["properties"]
    fields = [
        (code(name), code(json.dumps(default)), accepted(shapes[name]), POLICY_RULES[name])
        for name, default in Policy._field_defaults.items()
    ]
    profiles = [(code(name), code(json.dumps(changes))) for name, changes in PROFILES.items()]
    multipliers = [(code(name), f"{number:g}") for name, number in MULTIPLIERS.items()]
    return [
        "## The policy: every number the gate compares with",
        "",
        *table(("setting", "default", "accepted", "rule"), fields),
        "",
        f"Two numbers closer than {TOLERANCE:g} count as equal. Above an interruption level of "
        f"{INTERRUPTED:g} the threshold is multiplied by {INTERRUPTED_FACTOR:g} (VOI-5).",
        "",
        *table(("profile", "sets"), profiles),
        "",
        "A reading costs its complexity times a multiplier (VOI-1):",
        "",
        *table(("reversibility", "multiplier"), multipliers),
    ]


def linter() -> list[str]:
    rows = [(code(rule), uncapitalised(said(look, rule))) for rule, look in LINT_RULES]
    return [
        "## What a good question never does",
        "",
        "The linter reads plangate's own questions and, with `plangate lint-question`, anybody's.",
        "",
        *table(("rule", "a question is refused when it"), rows),
    ]


def adequacy() -> list[str]:
    tasks = [
        (row.rule, code(row.code), said(row.look, row.rule), f"{row.factor:.2f}",
         "yes" if row.critical else "", needs(row.needs))
        for row in TASK_ROWS
    ]  # fmt: skip
    plans = [
        (row.rule, code(row.code), said(row.look, row.rule), factor(row.factor), needs(row.needs))
        for row in PLAN_ROWS
    ]
    targets = [(f"up to {up_to}", number) for up_to, number in TARGETS]
    depths = ", ".join(f"{code(depth)} adds {number:+d}" for depth, number in DEPTH_ADDS.items())
    known = {v.name: not v.may_be_noun or "actions_anywhere" in v.lists for v in verbs()}
    anywhere = [name for name, counts in known.items() if counts]
    opening = [name for name, counts in known.items() if not counts]
    elsewhere = {**compiled.ACTIONS_ELSEWHERE, **compiled.STEMS_ELSEWHERE}
    return [
        "## Whether a plan is detailed enough",
        "",
        "`plangate check` looks for these in any plan. The confidence of a task starts at 1 and is "
        "multiplied by every factor that applies. Where a plan does not carry a field a signal "
        "needs, the signal is skipped and the report says so (ADQ-19).",
        "",
        *table(("rule", "code", "of one task", "factor", "critical", "needs"), tasks),
        "",
        "The score of a plan starts at 1 as well:",
        "",
        *table(("rule", "code", "of the plan", "factor", "needs"), plans),
        "",
        "How many tasks a goal wants at least (ADQ-17):",
        "",
        *table(("goal complexity", "tasks"), targets),
        "",
        f"A depth moves that number, never below 1: {depths}.",
        "",
        f"A plan is too thin when something was found and its score is below {THIN_WITH_FINDINGS}, "
        f"when its score is below {THIN}, or when the mean doubt in its tasks is above {THIN_RISK} "
        "(ADQ-18).",
        "",
        f"What a task may do, in all forms of the word (ADQ-2): {', '.join(anywhere)}. "
        f"Where a description opens with it, also: {', '.join(opening)}.",
        *(f"{name}: {', '.join(words.split())}." for name, words in elsewhere.items()),
        "",
        f"What says nothing (ADQ-2): {', '.join(rows_of('fillers'))}.",
    ]


def one_way() -> list[str]:
    net = [
        (row.kind, "yes" if row.destructive else "", row.means, code(row.example)) for row in ROWS
    ]
    return [
        "## What cannot be undone",
        "",
        "No preference settles a question about one of these (PREF-2). A row marked as destructive "
        "loses data, files, hosts or history.",
        "",
        *table(("kind", "destructive", "what is meant", "example"), net),
        "",
        "Question ids that are one-way however they are worded:",
        "",
        *table(("id", "because"), [(code(name), why) for name, why in REGISTERED.items()]),
    ]


def secrets() -> list[str]:
    kinds = dict.fromkeys(rule.kind for rule in SECRETS)
    return [
        "## Secrets that are taken out before anything is stored",
        "",
        "A secret becomes a reference such as `[redacted:github-token#1]`; equal secrets share a "
        "number (ASK-14). The kinds that are known:",
        "",
        f"{', '.join(code(kind) for kind in kinds)}.",
    ]


def audit() -> list[str]:
    looked = Audit()
    criteria = [*looked.criteria.values(), looked.chain, looked.replay, looked.tables]
    share = f"at least {AUTO_EXPANSION:.0%} of ambiguous cases not worth a question are not asked"
    rows = [(one.id, one.means) for one in criteria]
    return [
        "## What an audit proves",
        "",
        "`plangate audit` reads the record alone and names the session and event that break one of "
        "these (REC-2).",
        "",
        *table(("criterion", "holds when"), [*rows, ("auto-expansion", share)]),
    ]


def events() -> list[str]:
    rows = [
        (code(kind.__name__), ", ".join(code(name) for name in kind._fields), note_on(kind))
        for kind in get_args(Event)
    ]
    return [
        "## What a record holds",
        "",
        f"A session is the fold of its events and nothing else. At any time {observable('INT-8')} "
        "(INT-8).",
        "",
        *table(("event", "what it keeps", "note"), rows),
    ]


def requirements(section: Section) -> list[str]:
    rows = [
        (name, observable, home_of(name), REQUIREMENTS[name].gap or "")
        for name, observable in section.rules.items()
    ]
    is_open = any(row[-1] for row in rows)
    head = ("rule", "what you can observe", "home", "what is missing")
    return [
        "",
        f"### {section.title}",
        "",
        f"From: {section.source}.",
        "",
        *(table(head, rows) if is_open else table(head[:3], [row[:3] for row in rows])),
    ]


@cache
def sources() -> dict[str, str]:
    """The text of every module, by its path within the package, the core first.

    What is frozen is nobody's home, the policy has the numbers of rules and not the rules, and
    wiring only puts together.
    """
    core = SOURCE / "core"
    apart = (core / "audit" / "edition1", core / "model" / "policy", SOURCE / "wiring")
    found = [path for path in SOURCE.rglob("*.py") if not set(apart).intersection(path.parents)]
    paths = sorted(found, key=lambda path: (_layer(path), str(path)))
    return {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8") for path in paths}


@cache
def mentions() -> dict[str, Counter[str]]:
    """How often each module names which rule; what it is titled counts most, then a row of a table
    of rules and a docstring that begins with it."""
    ids, begun = re.compile(r"\b[A-Z]+-\d+\b"), re.compile(r'"""([A-Z]+-\d+)\b')
    rows = re.compile(r'^    \("([A-Z]+-\d+)", _?[a-z]\w*\),$', re.MULTILINE)
    return {
        path: Counter(
            [
                *ids.findall(text),
                *3 * (begun.findall(text) + rows.findall(text)),
                *6 * ids.findall(_title(text)),
            ]
        )
        for path, text in sources().items()
    }


def _title(text: str) -> str:
    """The first line of a module: what it is there for."""
    return text.partition("\n")[0] if text.startswith('"""') else ""


def _layer(path: Path) -> int:
    layers = ("language", "core", "app", "adapters", "trust")
    top = path.relative_to(SOURCE).parts[0]
    return layers.index(top) if top in layers else len(layers)


def home_of(rule: str) -> str:
    """The module that names a rule most often, the innermost of several; none when none does.

    What a module is titled or a docstring begins with counts for more than what it mentions.
    """
    pure = ("core/", "language/")  # where rules are decided; elsewhere they are kept to
    counts = {
        path: named[rule] * (3 if path.startswith(pure) else 1 if path.endswith("__.py") else 2)
        for path, named in mentions().items()
    }
    best = max(counts.values())
    return code(next(path for path, n in counts.items() if n == best)) if best else ""


# --- words and tables -----------------------------------------------------------------------------


def observable(rule: str) -> str:
    return REQUIREMENTS[rule].observable


def said(thing: object, rule: str) -> str:
    """What a row's docstring says, without the id; the manifest's line when it says no more."""
    text = " ".join((thing.__doc__ or "").split())
    rest = re.sub(rf"^{re.escape(rule)}\b[.:]?\s*", "", text)
    return rest or f"{observable(rule)}."


def note_on(kind: type) -> str:
    """An event's own docstring; the one Python makes up for a named tuple is none."""
    text = " ".join((kind.__doc__ or "").split())
    return "" if text.startswith(f"{kind.__name__}(") else text


def needs(fields: Sequence[str]) -> str:
    return ", ".join(code(field) for field in fields)


def factor(value: float | Callable[..., float]) -> str:
    """A fixed factor, or what the function that works it out says it is."""
    text = " ".join((value.__doc__ or "").split())
    return text.partition(": ")[2].rstrip(".") if callable(value) else f"{value:.2f}"


def uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


def accepted(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(code(word) for word in schema["enum"])
    if schema["type"] == "boolean":
        return "`true`, `false`"
    return f"{schema['minimum']:g} to {schema['maximum']:g}"


def code(text: str) -> str:
    return f"`{text}`"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A Markdown table; a bar inside a cell is escaped."""
    cells = [[str(cell).replace("|", r"\|") for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *cells]
    return ["".join(f"| {cell} " if cell else "| " for cell in line) + "|" for line in lines]


# --- writing and comparing ------------------------------------------------------------------------


def difference(before: str, after: str) -> list[str]:
    """The first lines of what differs, none when nothing does."""
    lines = list(
        difflib.unified_diff(
            before.splitlines(), after.splitlines(), "docs/rules.md", "the code", lineterm="", n=0
        )
    )
    more = len(lines) - LONGEST_DIFF
    return [*lines[:LONGEST_DIFF], *([f"… and {more} more lines"] if more > 0 else [])]


def main(arguments: Sequence[str], path: Path = PAGE) -> int:
    if list(arguments) not in ([], ["--check"]):
        print("usage: scripts/rules.py [--check]", file=sys.stderr)
        return 2
    text = page()
    if not arguments:
        path.write_text(text, encoding="utf-8", newline="\n")
        return 0
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    if not (found := difference(there, text)):
        return 0
    print("\n".join(found), file=sys.stderr)
    print("docs/rules.md is not what the code says: run scripts/rules.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
