"""What an investigator may do: look, and nothing else (LLM-2, INV-11).

Everything is read through the workspace's own listing, so that no link, no `..` and no absolute
path leads outside. What a tool shows is bounded, without secrets, and fenced as data (LLM-5). A
call that makes no sense is told why and costs a step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from plangate.adapters.library.shelves import own_documents, package_documents
from plangate.adapters.model.calling import Asked, Tool
from plangate.adapters.model.prompting import filled
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.app.ports import Web
from plangate.core.model.records import Document, Fields

_MOST_SHOWN = 4_000
_MOST_HITS = 30
_MOST_LINES = 80
_LONGEST_LINE = 200
_MOST_COMMITS = 15

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}


def _schema(required: Sequence[str], **fields: Mapping[str, str]) -> Document:
    return {"type": "object", "properties": dict(fields), "required": list(required)}


GREP = Tool("grep", "Lines that hold a text, letter by letter; files narrows by a pattern such as "
            "*.py.", _schema(("text",), text=_TEXT, files=_TEXT))  # fmt: skip
GLOB = Tool("glob", "Files whose path fits a pattern such as app/*.py.",
            _schema(("pattern",), pattern=_TEXT))  # fmt: skip
READ = Tool("read", "Lines of a file, 80 at most.",
            _schema(("path",), path=_TEXT, line=_NUMBER))  # fmt: skip
SYMBOLS = Tool("symbols", "Functions and classes of a file, with their lines.",
               _schema(("path",), path=_TEXT))  # fmt: skip
HISTORY = Tool("history", "Commits whose message or files hold a text.",
               _schema(("text",), text=_TEXT))  # fmt: skip
PAGES = Tool("pages", "Lines of documentation, its own and installed packages', that hold a text.",
             _schema(("text",), text=_TEXT))  # fmt: skip
WEB_SEARCH = Tool("web_search", "Search the web.", _schema(("query",), query=_TEXT))
WEB_READ = Tool("web_read", "A page that web_search found.",
                _schema(("address",), address=_TEXT))  # fmt: skip

EXPLORE = (GREP, GLOB, READ, SYMBOLS, HISTORY)


class Reading:
    """The tools over one workspace, for one dispatch."""

    def __init__(self, root: Path, web: Web | None = None) -> None:
        self._root = root
        self._files = Workspace(root)
        self._web = web
        self.read: dict[str, None] = {}
        """The files something was shown of, in order."""
        self.web_pages: dict[str, str] = {}
        """What the web showed, by address: the only addresses that can be read or quoted."""

    @property
    def library(self) -> tuple[Tool, ...]:
        """The librarian's tools; the web's where it is configured."""
        return (PAGES, GREP, READ, *((WEB_SEARCH, WEB_READ) if self._web else ()))

    def use(self, asked: Asked) -> str:
        """What a tool shows, fenced."""
        does = self._does().get(asked.tool)
        if does is None:
            return f"there is no tool {asked.tool[:40]!r}"
        try:
            shown = does(asked.arguments)
        except _Wrong as error:
            return str(error)
        except OSError as error:
            return f"it failed: {type(error).__name__}"
        return filled({"shown": shown[:_MOST_SHOWN] or "nothing was found"})

    def _does(self) -> Mapping[str, Callable[[Fields], str]]:
        return {
            "grep": self._grep,
            "glob": self._glob,
            "read": self._lines,
            "symbols": self._symbols,
            "history": self._history,
            "pages": self._pages,
            "web_search": self._search,
            "web_read": self._page,
        }

    def _grep(self, given: Fields) -> str:
        wanted, pattern = _text(given, "text"), str(given.get("files") or "*")
        hits: list[str] = []
        for path in self._files.files:
            if not (fnmatch(path, pattern) or fnmatch(path, f"*/{pattern}")):
                continue
            found = _holding(path, self._files.text(path) or "", wanted)
            if found:
                self.read[path] = None
            hits += found
            if len(hits) >= _MOST_HITS:
                break
        return "\n".join(hits[:_MOST_HITS])

    def _glob(self, given: Fields) -> str:
        pattern = _text(given, "pattern")
        return "\n".join([p for p in self._files.files if fnmatch(p, pattern)][:100])

    def _lines(self, given: Fields) -> str:
        path = _text(given, "path").removeprefix("./")
        text = self._files.text(path)
        if text is None:
            raise _Wrong(f"there is no file {path[:80]!r} that may be read")
        self.read[path] = None
        lines = text.splitlines()
        line = given.get("line")
        first = max(1, line) if isinstance(line, int) else 1
        rows = enumerate(lines[first - 1 : first - 1 + _MOST_LINES], start=first)
        return "\n".join(f"{path}:{number}: {row[:_LONGEST_LINE]}" for number, row in rows)

    def _symbols(self, given: Fields) -> str:
        from plangate.adapters.repo.checkout.symbols import symbols_of

        path = _text(given, "path").removeprefix("./")
        text = self._files.text(path)
        if text is None:
            raise _Wrong(f"there is no file {path[:80]!r} that may be read")
        return "\n".join(f"{path}:{one.line}: {one.name}" for one in symbols_of(path, text)[:100])

    def _history(self, given: Fields) -> str:
        from plangate.adapters.repo.index.past import commits_of

        wanted = _text(given, "text").casefold()
        rows = []
        for commit in commits_of(self._root):
            if wanted in f"{commit.subject}\n{commit.body}\n{' '.join(commit.files)}".casefold():
                rows.append(f"{commit.name} {commit.day} {commit.subject[:_LONGEST_LINE]}")
            if len(rows) >= _MOST_COMMITS:
                break
        return "\n".join(rows)

    def _pages(self, given: Fields) -> str:
        wanted = _text(given, "text")
        hits: list[str] = []
        for shelf in (own_documents(self._files), package_documents(self._files)):
            for document in shelf:
                hits += _holding(document.path, document.text, wanted)
                if len(hits) >= _MOST_HITS:
                    return "\n".join(hits[:_MOST_HITS])
        return "\n".join(hits)

    def _search(self, given: Fields) -> str:
        if self._web is None:
            raise _Wrong("the web is not configured")
        rows = []
        for result in self._web.search(_text(given, "query"), 5):
            self.web_pages[result.address] = result.excerpt
            rows.append(f"{result.address}\n{result.title}\n{result.excerpt[:400]}")
        return "\n\n".join(rows)

    def _page(self, given: Fields) -> str:
        address = _text(given, "address")
        if self._web is None or address not in self.web_pages:
            raise _Wrong("only a page that web_search found can be read")
        self.web_pages[address] += "\n" + self._web.fetch(address)[:20_000]
        return self.web_pages[address]


class _Wrong(Exception):
    """A call that makes no sense, and why."""


def _text(given: Fields, name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > 300:
        raise _Wrong(f"{name}: a text of at most 300 characters is needed")
    return value.strip()


def _holding(path: str, text: str, wanted: str) -> list[str]:
    if wanted.casefold() not in text.casefold():
        return []
    rows = enumerate(text.splitlines(), start=1)
    return [
        f"{path}:{number}: {row.strip()[:_LONGEST_LINE]}"
        for number, row in rows
        if wanted.casefold() in row.casefold()
    ][:8]
