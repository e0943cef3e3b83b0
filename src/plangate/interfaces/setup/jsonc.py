"""JSON as people keep it (comments, trailing commas, a byte order mark), edited by positions.

A file is never written anew from its values: a member or an item of ours is put between what is
there, and every other byte stays where it was. Taking it out restores the file byte for byte
without a copy, because the form of what was put in says what had been there:

- Into a container that holds something, ours goes straight behind the last value: `,` and ours.
- Into an empty container that was there, ours goes straight behind the bracket, with no space.
- A container that was not there is made with a space or a line behind its bracket; when nothing
  but ours is left in it, it goes as well, and with the outermost one the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

_DEEPEST = 200
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_GAP = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_INDENT = re.compile(r"\r?\n([ \t]*)$")


class NotUnderstood(Exception):
    """What is wrong with the text, and where."""


class Node(NamedTuple):
    """A value and where it stands; a container knows what is in it."""

    start: int
    end: int
    value: object = None
    entries: tuple[Entry, ...] | None = None
    is_object: bool = False


class Entry(NamedTuple):
    """A member of an object (with its key) or an item of a list (without), with its place."""

    key: str | None
    start: int
    node: Node

    @property
    def end(self) -> int:
        return self.node.end


class Addition(NamedTuple):
    """What is to stand in a file: under `keys`, one value of ours or one item of a list.

    `mark` is a text that only an item of ours holds.
    """

    keys: tuple[str, ...]
    value: object
    mark: str | None = None


def parse(text: str) -> Node:
    """The outermost value; NotUnderstood when it is no object."""
    scanner = _Scanner(text)
    root = scanner.value(scanner.gap(0), 0)
    if (rest := scanner.gap(root.end)) != len(text):
        raise scanner.refused(rest, "something behind the end")
    if not root.is_object:
        raise NotUnderstood("the outermost value is not an object")
    return root


def plain(node: Node) -> Any:
    """The value of a node as JSON has it."""
    if node.entries is None:
        return node.value
    if node.is_object:
        return {entry.key: plain(entry.node) for entry in node.entries}
    return [plain(entry.node) for entry in node.entries]


def found(text: str, addition: Addition) -> Any:
    """What stands where the addition belongs: its value, None when there is nothing of ours."""
    trail = _trail(parse(text), addition)
    if trail is None:
        return None
    container, place = trail[-1]
    assert container.entries is not None
    return plain(container.entries[place].node)


def added(text: str, addition: Addition) -> str:
    """The text with the addition in it; put anew when something else of ours stands there."""
    root = parse(text)
    trail = _trail(root, addition)
    if trail is not None:
        container, place = trail[-1]
        assert container.entries is not None
        node = container.entries[place].node
        if plain(node) == addition.value:
            return text
        unit = _unit(text, root)
        fresh = _rendered(addition.value, text, _depth_of(text, node.start), unit)
        return text[: node.start] + fresh + text[node.end :]
    container, missing = _deepest(root, addition.keys, addition.mark is not None)
    value = addition.value
    for number, key in enumerate(reversed(missing)):
        wrapped = [value] if addition.mark is not None and number == 0 else value
        value = {key: wrapped} if number < len(missing) - 1 else wrapped
    return _put(text, root, container, missing[0] if missing else None, value)


def removed(text: str, addition: Addition) -> str | None:
    """The text without the addition; None when the whole file was ours."""
    trail = _trail(parse(text), addition)
    if trail is None:
        return text
    for container, place in reversed(trail):
        assert container.entries is not None
        entry = container.entries[place]
        if len(container.entries) > 1:
            return _cut(text, container.entries, place)
        before = text[container.start + 1 : entry.start]
        behind = text[entry.end : container.end - 1]
        if not before or (before + behind).strip():  # it was there, or somebody wrote into it
            return text[: entry.start] + text[entry.end :]
    root = trail[0][0]
    outside = text[: root.start] + text[root.end :]
    return outside if before == " " or outside.strip() else None


def fresh(additions: Sequence[Addition]) -> str:
    """A file that holds the additions and nothing else."""
    text = _begun(additions[0])
    for addition in additions[1:]:
        text = added(text, addition)
    return text


def in_empty(text: str, additions: Sequence[Addition]) -> str:
    """The additions in a file that was empty; one space says so."""
    return text + fresh(additions).replace("{\n  ", "{ ", 1)


# --- inside ---------------------------------------------------------------------------------------


def _begun(addition: Addition) -> str:
    value = [addition.value] if addition.mark is not None else addition.value
    for key in reversed(addition.keys):
        value = {key: value}
    return json.dumps(value, ensure_ascii=False, indent=2)


def _trail(root: Node, addition: Addition) -> list[tuple[Node, int]] | None:
    """The containers on the way to ours, each with the place of the next."""
    trail: list[tuple[Node, int]] = []
    node = root
    for key in addition.keys:
        place = _place(node, key)
        if place is None:
            return None
        trail.append((node, place))
        assert node.entries is not None
        node = node.entries[place].node
    if addition.mark is None:
        return trail
    for place, entry in enumerate(node.entries or ()):
        if _is_ours(plain(entry.node), addition.mark):
            return [*trail, (node, place)]
    return None


def _is_ours(item: object, mark: str) -> bool:
    """Whether an item holds our mark, and nothing of somebody else's beside it."""
    if isinstance(item, str):
        return item == mark
    if mark not in json.dumps(item, ensure_ascii=False):
        return False
    hooks = item.get("hooks") if isinstance(item, dict) else None
    for hook in hooks if isinstance(hooks, list) else []:
        if mark not in json.dumps(hook, ensure_ascii=False):
            raise NotUnderstood(f"“{mark}” stands in one entry with another hook; part them")
    return True


def _place(node: Node, key: str) -> int | None:
    if not node.is_object or node.entries is None:
        return None
    places = [place for place, entry in enumerate(node.entries) if entry.key == key]
    if len(places) > 1:
        raise NotUnderstood(f"{key!r} appears twice in one object")
    return places[0] if places else None


def _deepest(root: Node, keys: Sequence[str], is_list: bool) -> tuple[Node, list[str]]:
    """The innermost container that is there, and the keys that are not."""
    node = root
    for number, key in enumerate(keys):
        if not node.is_object:
            raise NotUnderstood(f"{keys[number - 1]!r} is not an object")
        place = _place(node, key)
        if place is None:
            return node, list(keys[number:])
        assert node.entries is not None
        node = node.entries[place].node
    if is_list and (node.entries is None or node.is_object):
        raise NotUnderstood(f"{keys[-1]!r} is not a list")
    return node, []


def _put(text: str, root: Node, container: Node, key: str | None, value: object) -> str:
    """A value behind what the container holds."""
    assert container.entries is not None
    unit = _unit(text, root)
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    if not container.entries:
        depth = _depth_of(text, container.start)
        ours = name + _rendered(value, text, depth + unit, unit)
        return text[: container.start + 1] + ours + text[container.start + 1 :]
    last = container.entries[-1]
    lead = _INDENT.search(text[: last.start])
    depth = lead.group(1) if lead else _depth_of(text, last.start)
    gap = lead.group() if lead else " "
    ours = "," + gap + name + _rendered(value, text, depth, unit)
    return text[: last.end] + ours + text[last.end :]


def _cut(text: str, entries: Sequence[Entry], place: int) -> str:
    entry = entries[place]
    if place == 0:
        return text[: entry.start] + text[entries[1].start :]
    comma = _comma(text, entries[place - 1].end)
    return text[:comma] + text[entry.end :]


def _comma(text: str, start: int) -> int:
    gap = _GAP.match(text, start)
    assert gap is not None
    return gap.end()


def _rendered(value: object, text: str, depth: str, unit: str) -> str:
    """A value in lines, indented as deep as its neighbours, with the line ends of the file."""
    lines = json.dumps(value, ensure_ascii=False, indent=unit).splitlines()
    return f"{_line_end(text)}{depth}".join(lines)


def _line_end(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _depth_of(text: str, position: int) -> str:
    """How deep the line of a position is indented."""
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str, root: Node) -> str:
    """One step of indentation, as the file has it."""
    if root.entries and (lead := _INDENT.search(text[: root.entries[0].start])) and lead.group(1):
        return lead.group(1)
    return "  "


class _Scanner:
    """Finds where every value stands; says where it does not understand the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def gap(self, position: int) -> int:
        """Behind spaces and comments."""
        matched = _GAP.match(self.text, position)
        assert matched is not None
        return matched.end()

    def value(self, position: int, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.refused(position, "nested too deeply")
        opening = self.text[position : position + 1]
        if opening in ("{", "["):
            return self._container(position, depth, opening == "{")
        pattern = _STRING if opening == '"' else _SCALAR
        if matched := pattern.match(self.text, position):
            return Node(position, matched.end(), json.loads(matched.group()))
        raise self.refused(position, "no value")

    def refused(self, position: int, problem: str) -> NotUnderstood:
        line = self.text.count("\n", 0, position) + 1
        column = position - self.text.rfind("\n", 0, position)
        return NotUnderstood(f"line {line}, column {column}: {problem}")

    def _container(self, start: int, depth: int, is_object: bool) -> Node:
        closing = "}" if is_object else "]"
        entries: list[Entry] = []
        position = self.gap(start + 1)
        while self.text[position : position + 1] != closing:
            entry = self._entry(position, depth, is_object)
            entries.append(entry)
            position = self.gap(entry.end)
            if self.text[position : position + 1] == ",":
                position = self.gap(position + 1)
            elif self.text[position : position + 1] != closing:
                raise self.refused(position, f"neither a comma nor {closing}")
        return Node(start, position + 1, None, tuple(entries), is_object)

    def _entry(self, position: int, depth: int, is_object: bool) -> Entry:
        if not is_object:
            return Entry(None, position, self.value(position, depth + 1))
        matched = _STRING.match(self.text, position)
        if matched is None:
            raise self.refused(position, "no key in double quotes")
        colon = self.gap(matched.end())
        if self.text[colon : colon + 1] != ":":
            raise self.refused(colon, "no colon behind the key")
        value = self.value(self.gap(colon + 1), depth + 1)
        return Entry(json.loads(matched.group()), position, value)
