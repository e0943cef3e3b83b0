"""Before a tool of the plugin's own server runs: those that decide nothing run unasked (HOOK-2).

A plugin brings no rules, so this hook stands for the one set-up writes at a person's terminal:
whoever installed the plugin said yes to these five. What speaks for a person is never among them,
and no server of a project can take the name a plugin's server has.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from plangate.interfaces.hook.calls import PassedOver, read_document
from plangate.interfaces.hook.place import HookReply

#: As Claude Code names the tools of a plugin's server.
_OWN = frozenset(
    f"mcp__plugin_plangate_plangate__{tool}"
    for tool in ("plan", "status", "wait", "check_plan", "task")
)


def allow_own(agent: str, raw: bytes, environ: Mapping[str, str]) -> HookReply:
    """Let one of the five run; say nothing about any other tool."""
    if read_document(raw).get("tool_name") not in _OWN:
        raise PassedOver("tool_name is none of plangate's own that run unasked")
    told = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow",
        "permissionDecisionReason": "plangate's own tool; it decides nothing for you",
    }
    return HookReply(json.dumps({"hookSpecificOutput": told}) + "\n")
