"""The file of the mail that a goal changes: “the mail after booking should have the price” (UND-5).

What is sent is written apart from what sends it, in files that are called after mails. Which of
them is meant is told by what the goal says of it, and the rest of the program says the same.
"""

from __future__ import annotations

from plangate.adapters.repo.index.index import Index
from plangate.language.denials import named_for_removal, takes_away
from plangate.language.words.row_patterns import any_said
from plangate.language.words.stems import content_stems, parts, rows_as_stems, stem

#: In more files called so mails are what the program is about.
_MOST = 60
#: What it is worth that the name of a file has a word of the goal.
_NAMED = 4.0
#: What a mail that tells of an end is worth where the goal speaks of none.
_OF_AN_END = 0.3


def mail_meant(index: Index, goal: str) -> str:
    """The file that says what stands in a mail; "" where the goal changes none, or none is one."""
    if any_said("changes_a_mail").search(goal) is None:
        return ""
    mails = rows_as_stems("called_after_mails")[0]
    files = index.texts.of_kinds(("code", "markup"))
    among = {n: one for n, one in files.items() if not mails.isdisjoint(_stems(one.path))}
    words = [word for word in content_stems(goal) if word not in mails]
    if not among or len(among) > _MOST or not words:
        return ""
    scores = index.texts.said.scores(words, among)
    for number, one in among.items():
        name = one.path.rpartition("/")[2]
        scores[number] = scores.get(number, 0.0) + _NAMED * len(frozenset(words) & _stems(name))
        if any(map(named_for_removal, parts(name))) and not takes_away(goal):
            scores[number] *= _OF_AN_END
    best = max(sorted(scores), key=lambda number: scores[number])
    return among[best].path if scores[best] > 0 else ""


def _stems(path: str) -> frozenset[str]:
    return frozenset(map(stem, parts(path)))
