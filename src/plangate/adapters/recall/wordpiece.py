"""WordPiece: a text as the numbers a small language model reads, after the model's own vocabulary.

Lower case, no accents, every punctuation mark a word of its own; then each word is cut into the
longest pieces the vocabulary has, from the left.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

_LONGEST_WORD = 100
_UNKNOWN, _BEGIN, _END = "[UNK]", "[CLS]", "[SEP]"


class WordPiece:
    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._vocabulary = vocabulary

    @classmethod
    def from_file(cls, path: Path) -> WordPiece:
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls({piece: number for number, piece in enumerate(lines)})

    def numbers(self, text: str, most: int) -> list[int]:
        """The text's pieces between the marks of its beginning and its end, at most so many."""
        pieces = [piece for word in _words(text) for piece in self._pieces(word)]
        marked = [_BEGIN, *pieces[: most - 2], _END]
        return [self._vocabulary[piece] for piece in marked]

    def _pieces(self, word: str) -> list[str]:
        if len(word) > _LONGEST_WORD:
            return [_UNKNOWN]
        pieces: list[str] = []
        start = 0
        while start < len(word):
            piece = self._longest(word, start)
            if piece is None:
                return [_UNKNOWN]
            pieces.append(piece)
            start += len(piece) - 2 * (start > 0)
        return pieces

    def _longest(self, word: str, start: int) -> str | None:
        lead = "##" if start else ""
        for end in range(len(word), start, -1):
            if (piece := lead + word[start:end]) in self._vocabulary:
                return piece
        return None


def _words(text: str) -> Iterator[str]:
    word = ""
    for letter in unicodedata.normalize("NFD", text.lower()):
        kind = unicodedata.category(letter)
        if kind == "Mn" or letter in "\0\ufffd" or (kind[0] == "C" and letter not in "\t\n\r"):
            continue
        if letter.isspace() or _stands_alone(letter, kind):
            if word:
                yield word
            word = ""
            if not letter.isspace():
                yield letter
        else:
            word += letter
    if word:
        yield word


def _stands_alone(letter: str, kind: str) -> bool:
    """Punctuation, ASCII signs, and ideographs."""
    code = ord(letter)
    is_ascii_sign = code < 128 and not letter.isalnum()
    return kind[0] == "P" or is_ascii_sign or 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF
