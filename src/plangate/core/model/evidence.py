"""Evidence in words: one line a fact, the same wherever it is shown."""

from __future__ import annotations

from plangate.core.model.nouns import Evidence

#: The kind of what the person decided in this workspace before (ASK-2 looks for it).
CHOSEN_HERE = "chosen_here"
#: The kind of what was decided in another workspace: told, and it speaks for nothing (ASM-4).
CHOSEN_ELSEWHERE = "chosen_elsewhere"
#: MCP-3: what a quote that stands in HEAD is worth at most, below GATE-2's threshold.
QUOTED = 0.6

#: Facts of a repository (explore's kinds) whose bare words need a lead to be understood.
_LEADS = {
    "manifest": "found",
    "related_file": "related to the goal by name:",
    "test_command": "tests run with",
    "lint_command": "lint runs with",
    "build_command": "a build runs with",
    "language": "written in",
    "framework": "uses",
    "source_root": "source lies in",
    "test_folder": "tests lie in",
    "test_file": "tested by its own file:",
    "similar_symbol": "named like the goal:",
    "route": "serves",
    "command": "has the command",
    "settings_module": "settings live in",
    "env_name": "reads the environment variable",
    "migration_folder": "migrations lie in",
    "model_file": "the schema is defined in",
    "doc_page": "documented in",
    "decision_record": "decisions are recorded in",
    "changelog": "changes are listed in",
    "entry_point": "starts with",
    "compose_service": "runs the service",
    "missing_file": "named by the goal and not in the workspace:",
    "unreadable_file": "named by the goal and not to be read:",
    "forbidden_file": "not to be changed by the workspace's own rules:",
    "missing_tests": "no tests found:",
}


def evidence_line(entry: Evidence) -> str:
    """A fact and where it was seen."""
    where = f" ({entry.locator})" if entry.locator and entry.locator != entry.fact else ""
    if (lead := _LEADS.get(entry.kind)) and entry.fact:
        return f"{lead} {entry.fact}{where}"
    if entry.fact:
        return f"{entry.fact}{where}"
    return f"{entry.source} supports {entry.supports} at {entry.confidence:g}{where}"
