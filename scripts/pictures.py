"""Draws docs/pictures anew: the terminal as SVG from its own output, the page as PNG by a browser.

    python scripts/pictures.py

Both are made of the small shop of the documentation, with a home of their own. Look at them before
you commit them.
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.chromium import browser, browser_program  # noqa: E402 - the path is set above
from tests.person import at_a_terminal  # noqa: E402 - likewise

FOLDER = ROOT / "docs" / "pictures"
SHOP = {
    "docker-compose.yml": "services:\n  cache:\n    image: redis:7\n",
    "pyproject.toml": '[project]\nname = "shop"\n[tool.pytest.ini_options]\nminversion = "8"\n',
    "app/api.py": "def public_api(request):\n    return {'ok': True}\n",
    "app/users.py": "class User:\n    name: str\n\n\ndef delete_user(user):\n    raise KeyError\n",
    "tests/test_api.py": "def test_the_api_answers():\n    assert True\n",
}
_SGR = re.compile("\033\\[([0-9;]*)m|\033\\[[0-9;?]*[A-Za-z]")
_CLASSES = {"1": "b", "1;31": "r", "33": "y", "32": "g", "2": "d"}
_LINE, _CELL = 18, 8.4
_STYLE = (
    "text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#e6e6e6;white-space:pre}"
    ".b{font-weight:700}.r{fill:#ff7b72;font-weight:700}.y{fill:#e3b341}.g{fill:#56d364}"
    ".d{fill:#9aa4ae}"
)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shop, home = _shop(Path(folder)), Path(folder) / "home"
        home.mkdir()
        lines: list[str] = []
        for command in (
            ["plan", "Add rate limiting to the public API"],
            ["plan", "Let users delete their account", "--yes"],
        ):
            lines += [f"$ plangate {command[0]} '{command[1]}'", *_run(command, home, shop), ""]
        (FOLDER / "terminal.svg").write_text(svg(lines), encoding="utf-8")
        print(f"docs/pictures/terminal.svg: {len(lines)} lines")
        return _page(home, FOLDER / "page.png")


def _shop(folder: Path) -> Path:
    shop = folder / "shop"
    for name, text in SHOP.items():
        path = shop / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return shop


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TERM": "xterm-256color",
        "PYTHONUTF8": "1",
        "PYTHONPATH": str(ROOT / "src"),
        "TZ": "UTC",
    }


def _run(command: list[str], home: Path, shop: Path) -> list[str]:
    """A command at a terminal of its own, as it looks there."""
    environment = {**_environment(home), "COLUMNS": "88"}
    _, shown, _ = at_a_terminal(command, environment, apart=True, cwd=shop)
    return shown.rstrip("\n").splitlines()


def svg(lines: list[str]) -> str:
    """Lines with colours of a terminal as a drawing; no font and nothing else is loaded."""
    width = max(len(_SGR.sub("", line)) for line in lines) * _CELL + 32
    height = len(lines) * _LINE + 28
    rows = [_row(line, 28 + number * _LINE) for number, line in enumerate(lines)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img" aria-label="plangate at a terminal">'
        f'<style>{_STYLE}</style><rect width="100%" height="100%" rx="8" fill="#161b22"/>'
        f"{''.join(rows)}</svg>\n"
    )


def _row(line: str, y: int) -> str:
    parts, style, at = [], "", 0
    for found in _SGR.finditer(line):
        parts.append(_span(line[at : found.start()], style))
        style, at = _CLASSES.get(found[1] or "", ""), found.end()
    parts.append(_span(line[at:], style))
    return f'<text x="16" y="{y}" xml:space="preserve">{"".join(parts)}</text>'


def _span(text: str, style: str) -> str:
    if not text:
        return ""
    return f'<tspan class="{style}">{escape(text)}</tspan>' if style else escape(text)


def _page(home: Path, picture: Path) -> int:
    """The page of the question, seen by the machine's own browser."""
    if browser_program() is None:
        print("docs/pictures/page.png was NOT drawn: there is no Chromium")
        return 1
    _look(home, picture)
    print(f"docs/pictures/page.png: {picture.stat().st_size:,} bytes")
    return 0


def _look(home: Path, picture: Path) -> None:
    """Log in with the link a person gets, go to the question and look at it."""
    environment = _environment(home)
    master, slave = pty.openpty()
    words = [sys.executable, "-P", "-m", "plangate", "serve", "--port", "0"]
    server = subprocess.Popen(
        words, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    )
    said = ""
    while "/login/" not in said or not said.endswith("\n"):
        said += os.read(master, 4_096).decode()
    link = re.search(r"http://\S+/login/\S+", said)
    assert link is not None
    try:
        with browser(home / "profile") as opened:
            page = opened.new_page(1100, 760)
            page.goto(link.group())
            if page.has("main form button"):
                page.follow("main form button")
            page.goto(f"{link.group().partition('/login/')[0]}/questions/{_question(environment)}")
            page.picture(picture, whole=False)
    finally:
        server.terminate()
        server.wait()


def _question(environment: dict[str, str]) -> str:
    words = [sys.executable, "-P", "-m", "plangate", "inbox", "--json"]
    ran = subprocess.run(words, env=environment, capture_output=True, check=True)
    return str(json.loads(ran.stdout)["questions"][0]["id"])


if __name__ == "__main__":
    sys.exit(main())
