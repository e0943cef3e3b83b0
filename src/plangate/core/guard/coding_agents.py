"""The marks coding agents leave on the commands they run, and the names of their programs (ACT-1).

Only what a client sets for *commands it runs* stands here. What an editor sets in the terminal a
person types into is no mark of an agent: TERM_PROGRAM, CURSOR_TRACE_ID, CLAUDE_CODE_SSE_PORT,
VSCODE_*, REPL_ID and everything a person configures a client with (CODEX_HOME, GEMINI_API_KEY).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple


class Mark(NamedTuple):
    """A variable a client sets for the commands it runs; with `values`, only those count."""

    client: str
    variable: str
    seen: str
    values: tuple[str, ...] = ()


MARKS: tuple[Mark, ...] = (
    Mark("Claude Code", "CLAUDECODE", "since 0.2.47; anthropics/claude-code#531"),
    Mark("Codex", "CODEX_THREAD_ID", "since January 2026; openai/codex#10096"),
    Mark("Codex", "CODEX_CI", "unified exec, since January 2026; openai/codex#9366"),
    Mark("Codex", "CODEX_SANDBOX", "under macOS's sandbox; openai/codex core/src/spawn.rs"),
    Mark(
        "Codex",
        "CODEX_SANDBOX_NETWORK_DISABLED",
        "commands without network; openai/codex AGENTS.md",
    ),
    Mark(
        "Gemini CLI",
        "GEMINI_CLI",
        "shell commands and MCP servers; gemini-cli shellExecutionService.ts",
    ),
    Mark(
        "opencode",
        "OPENCODE",
        "set by the program; reaches commands in some versions: opencode#32689, #50006",
    ),
    Mark("Cursor", "CURSOR_AGENT", "agent commands only, unlike CURSOR_TRACE_ID; rstest#994"),
    Mark("Copilot CLI", "COPILOT_CLI", "seen in 1.0.63; dynatrace-oss/dtctl#288"),
    Mark(
        "Copilot in VS Code", "COPILOT_AGENT", "agent terminals, May 2026; microsoft/vscode#316267"
    ),
    Mark("Goose", "GOOSE_TERMINAL", "since August 2025; aaif-goose/goose#3827, #4205"),
    Mark("Crush", "CRUSH", "since March 2026; charmbracelet/crush#2484"),
    Mark("Cline", "CLINE_ACTIVE", "terminals Cline opens; cline discussion #5366"),
    Mark("Augment", "AUGMENT_AGENT", "named by microsoft/vscode#311734"),
    Mark("Amp", "AMP_CURRENT_THREAD_ID", "named by microsoft/vscode#311734"),
    Mark("Antigravity", "ANTIGRAVITY_AGENT", "named by microsoft/vscode#311734"),
    Mark(
        "a coding agent",
        "AI_AGENT",
        "Claude Code since 2.1.120 (aws-cdk-cli#1853), VS Code (microsoft/vscode#320129), Crush",
    ),
    Mark(
        "a coding agent",
        "AGENT",
        "Amp, Goose (goose#7017), Crush (crush#2484), opencode (opencode#1749); other values are "
        "somebody else's",
        ("1", "amp", "goose", "crush", "claude", "codex", "gemini", "opencode"),
    ),
)

#: The programs of clients, as a process shows its own name; interpreters show it one word later.
PROGRAMS: Mapping[str, str] = {
    "claude": "Claude Code",
    "codex": "Codex",
    "gemini": "Gemini CLI",
    "opencode": "opencode",
    "cursor-agent": "Cursor",
    "copilot": "Copilot CLI",
    "goose": "Goose",
    "crush": "Crush",
    "aider": "Aider",
    "amp": "Amp",
    "auggie": "Augment",
    "cline": "Cline",
    "qwen": "Qwen Code",
}
#: The packages of clients that run in an interpreter, as their files' paths show them.
_PACKAGES: Mapping[str, str] = {
    "@anthropic-ai/claude-code/": "Claude Code",
    "@openai/codex/": "Codex",
    "@google/gemini-cli/": "Gemini CLI",
    "@github/copilot/": "Copilot CLI",
    "@sourcegraph/amp/": "Amp",
    "opencode-ai/": "opencode",
}
_INTERPRETERS = (
    *("node", "bun", "deno", "python", "python3", "uv", "uvx", "npx"),
    *("sh", "bash", "dash", "zsh", "ksh", "ash", "ruby"),  # a wrapper of one's own
)
_ENDINGS = (".exe", ".js", ".mjs", ".cjs", ".py")


def agent_in_environment(environ: Mapping[str, str]) -> tuple[str, str] | None:
    """The client whose mark stands in an environment, and the mark."""
    return next(_marked(environ), None)


def _marked(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for mark in MARKS:
        value = environ.get(mark.variable, "").strip()
        if value and (not mark.values or value.lower() in mark.values):
            yield mark.client, mark.variable


def agent_by_command(words: Sequence[str]) -> str | None:
    """The client a process is, by the first words of its command line; None when it is none."""
    if not words:
        return None
    first = _program(words[0])
    if first in PROGRAMS:
        return PROGRAMS[first]
    if first.rstrip("0123456789.") in _INTERPRETERS and "-c" not in words[1:4]:
        script = next((word for word in words[1:4] if not word.startswith("-")), "")
        packaged = (client for part, client in _PACKAGES.items() if part in script)
        return PROGRAMS.get(_program(script)) or next(packaged, None)
    return None


def _program(word: str) -> str:
    name = word.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    return next((name.removesuffix(end) for end in _ENDINGS if name.endswith(end)), name)


def mark_lines() -> Iterator[str]:
    """The table as docs/trust.md shows it."""
    yield "| client | variable | where it was seen |"
    yield "|---|---|---|"
    for mark in MARKS:
        only = f" ({', '.join(mark.values)})" if mark.values else ""
        yield f"| {mark.client} | `{mark.variable}`{only} | {mark.seen} |"
