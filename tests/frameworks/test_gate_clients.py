"""The JSON port from other languages: small clients that really run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "integrations" / "gate"
DOCUMENT = {
    "goal": "Add authentication; passwordless, and users set strong passwords",
    "ambiguities": [
        {
            "id": "auth-method",
            "prompt": "Which way do people log in?",
            "interpretations": [
                {
                    "id": name,
                    "label": label,
                    "prior": prior,
                    "consequence": f"{label} for everybody",
                    "complexity": 0.5,
                    "reversibility": "partial",
                }
                for name, label, prior in [
                    ("mail", "A link by mail", 0.55),
                    ("password", "A password", 0.45),
                ]
            ],
        }
    ],
}


def ran(line: list[str], tmp_path: Path, document: object = DOCUMENT) -> tuple[int, str, str]:
    """A client with `plangate` on its PATH, as after an installation."""
    own = tmp_path / "plangate"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m plangate "$@"\n')
    own.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "HOME": str(tmp_path)}
    text = json.dumps(document)
    ended = subprocess.run(
        line, input=text, env=environ, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    return ended.returncode, ended.stdout, ended.stderr


def needed(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} could not be installed: this client did NOT run")


@pytest.mark.rule("CLI-3", "EXT-2")
def test_a_shell_script_learns_what_to_ask(tmp_path: Path) -> None:
    needed("jq")

    code, out, _ = ran([str(CLIENTS / "gate.sh")], tmp_path)

    assert code == 3
    asks = "ask auth-method: Which way do people log in? [A link by mail | A password]"
    assert out.strip() == asks


@pytest.mark.rule("CLI-3", "ERR-1")
def test_a_shell_script_hands_on_why_a_document_cannot_be_used(tmp_path: Path) -> None:
    needed("jq")

    code, out, err = ran([str(CLIENTS / "gate.sh")], tmp_path, {"goal": "x"})

    assert (code, out) == (2, "")
    assert "ambiguities" in err


@pytest.mark.rule("CLI-3", "EXT-2")
def test_a_go_program_reads_the_decisions(tmp_path: Path) -> None:
    needed("go")

    code, out, err = ran(["go", "run", str(CLIENTS / "gate.go")], tmp_path)

    assert (code, out.strip()) == (0, "ask auth-method GATE-9"), err


@pytest.mark.rule("CLI-3", "EXT-2")
def test_a_typescript_program_reads_the_decisions(tmp_path: Path) -> None:
    needed("node", "npm")
    packages = ["typescript@5", "@types/node@22"]
    line = ["npm", "install", "--no-fund", "--no-audit", "--silent", *packages]
    if subprocess.run(line, cwd=tmp_path, check=False).returncode != 0:
        pytest.skip("npm could not install TypeScript: this client did NOT run")
    (tmp_path / "gate.ts").write_text((CLIENTS / "gate.ts").read_text(encoding="utf-8"))
    compiles = ["npx", "tsc", "--strict", "--module", "node16", "--types", "node", "gate.ts"]
    made = subprocess.run(compiles, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout

    code, out, err = ran(["node", "gate.js", "run"], tmp_path)

    assert (code, out.strip()) == (0, "ask auth-method Which way do people log in?"), err
