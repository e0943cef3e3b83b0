"""One turn of Codex, opencode and Gemini CLI with the scripted model, set up as they want it."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.request
from collections.abc import Mapping
from typing import Any

import pytest

from tests.clients.conftest import PATIENCE, Place, Written, installed
from tests.clients.model import Model

Ran = subprocess.CompletedProcess[str]
CODEX_SERVER = "mcp__plangate"


def codex_settings(place: Place, model: Model, more: str = "") -> str:
    """The person's own file: which model, and that they trust the project."""
    return (
        'model = "scripted"\nmodel_provider = "loopback"\n'
        f"{more}\n[model_providers.loopback]\n"
        f'name = "loopback"\nbase_url = "{model.address}/v1"\nwire_api = "responses"\n\n'
        f'[projects.{json.dumps(str(place.shop))}]\ntrust_level = "trusted"\n'
    )


def codex(place: Place, *arguments: str) -> Ran:
    """`codex exec`; the hooks were looked at by the person, which no file can say."""
    trusted = "--dangerously-bypass-hook-trust"
    return place.agent("codex", "exec", trusted, "--skip-git-repo-check", *arguments)


def opencode_settings(model: Model, **more: Any) -> dict[str, Any]:
    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "loopback",
        "options": {"baseURL": f"{model.address}/v1", "apiKey": "no-key"},
        "models": {"scripted": {"name": "scripted", "tool_call": True}},
    }
    return {"provider": {"loopback": provider}, **more}


def opencode(place: Place, *arguments: str) -> Ran:
    return place.agent("opencode", "run", "-m", "loopback/scripted", *arguments)


def opencode_at_its_server(place: Place, prompt: str) -> str:
    """One turn in opencode's own server, as its window in a browser asks for one."""
    program = installed("opencode")
    if isinstance(program, str):
        pytest.skip(f"opencode did not run: {program}")
    server = subprocess.Popen(
        [str(program), "serve", "--port", "0"],
        cwd=place.shop,
        env={**place.environ, "OPENCODE_ENABLE_QUESTION_TOOL": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        lines = iter(server.stdout.readline, "")
        address = next(re.findall(r"http://\S+", line)[0] for line in lines if "http://" in line)
        session = _posted(f"{address}/session", {})["id"]
        asked = {
            "model": {"providerID": "loopback", "modelID": "scripted"},
            "parts": [{"type": "text", "text": prompt}],
        }
        return json.dumps(_posted(f"{address}/session/{session}/message", asked))
    finally:
        server.kill()
        server.communicate()


def _posted(address: str, document: Mapping[str, Any]) -> Any:
    body, kind = json.dumps(document).encode(), {"content-type": "application/json"}
    request = urllib.request.Request(address, body, kind)
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        return json.load(reply)


def gemini_trusts(place: Place, write: Written, *folders: str, hooks: bool = True) -> None:
    """The person's own files: how they log in, and which folders they trust."""
    login = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
    write(".gemini/settings.json", {**login, "hooksConfig": {"enabled": hooks}})
    write(
        ".gemini/trustedFolders.json",
        dict.fromkeys([str(place.shop), *folders], "TRUST_FOLDER"),
    )


def gemini_environment(model: Model) -> Mapping[str, str]:
    return {"GEMINI_API_KEY": "no-key", "GOOGLE_GEMINI_BASE_URL": model.address}


def gemini(place: Place, model: Model, prompt: str) -> Ran:
    own = gemini_environment(model)
    return place.agent("gemini", "-m", "gemini-2.5-pro", "-p", prompt, **own)


def said(ran: Ran) -> tuple[str, str]:
    """What an agent said, for a test that failed."""
    return ran.stdout[-2000:], ran.stderr[-2000:]
