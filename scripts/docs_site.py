"""`./check docs`: the documentation as a site in site/, and a look at what its pages would load.

The generator is no part of the development environment: it is installed once, by its lock, into
~/.cache/plangate-docs (or the folder PLANGATE_DOCS names). A page that makes a request to anywhere
else fails the step.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-docs.lock"
SITE = ROOT / "site"
#: What a browser fetches by itself; a link somebody clicks is none.
_FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc\s*=\s*[\"']?((?:https?:)?//[^\"'\s>]+)"
    r"|<link\b(?=[^>]*\brel\s*=\s*[\"']?(?:stylesheet|preconnect|preload|icon|dns-prefetch))[^>]*"
    r"\bhref\s*=\s*[\"']?((?:https?:)?//[^\"'\s>]+)",
    re.IGNORECASE,
)
_IN_CSS = re.compile(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^\"')\s]+)", re.IGNORECASE)


def main() -> int:
    python = _environment()
    command = [str(python), "-m", "mkdocs", "build", "--quiet", "--clean"]
    environment = {**os.environ, "DISABLE_MKDOCS_2_WARNING": "true", "NO_MKDOCS_2_WARNING": "true"}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        return 1
    pages = sorted(SITE.rglob("*.html"))
    missing = [
        p.stem for p in (ROOT / "docs").glob("*.md") if not (SITE / f"{p.stem}.html").exists()
    ]
    loads = [f"{page.relative_to(SITE)} loads {what}" for page in pages for what in fetched(page)]
    for line in [*(f"no page for docs/{name}.md" for name in missing), *loads]:
        print(line, file=sys.stderr)
    print(f"{len(pages)} pages in site/, none of which loads anything from elsewhere")
    return int(bool(missing or loads))


def fetched(page: Path) -> list[str]:
    """What a page, and the style sheets beside it, would fetch from another place."""
    text = page.read_text(encoding="utf-8")
    found = [first or second for first, second in _FETCHED.findall(text)]
    for sheet in re.findall(r"<link\b[^>]*\bhref=\"([^\"]+\.css)\"", text):
        path = (page.parent / sheet.partition("?")[0]).resolve()
        if path.is_file():
            found += _IN_CSS.findall(path.read_text(encoding="utf-8"))
    return found


def _environment() -> Path:
    """The Python that has the generator; made when the lock is another one."""
    base = Path(os.environ.get("PLANGATE_DOCS") or Path.home() / ".cache" / "plangate-docs")
    folder = base / hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "ready").exists():
        venv.create(folder, with_pip=True, clear=True)
        install = ["-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(LOCK)]
        subprocess.run([str(python), *install], check=True)
        (folder / "ready").touch()
    return python


if __name__ == "__main__":
    sys.exit(main())
