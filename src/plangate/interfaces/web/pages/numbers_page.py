"""Numbers (WEB-4): whether asking was worth it, each plot with one sentence about today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from markupsafe import Markup

from plangate.app.log.figures import question_stats
from plangate.core.log.chain import moment, time_of
from plangate.core.log.tables import Query, documents_of
from plangate.core.model.policy import DEFAULT_POLICY
from plangate.core.model.records import Fields
from plangate.interfaces.web import words
from plangate.interfaces.web.drawing import Bar, bars
from plangate.interfaces.web.visit import Page, Visit
from plangate.language.tokens import counted

_DAYS = 7
_NONE = "No answer yet."

Document = Fields


class Plot(NamedTuple):
    title: str
    sentence: str
    picture: Markup | None
    legend: str = ""


def _picture(found: Sequence[Bar], text: str) -> Markup | None:
    """Bars of nothing are no picture: the sentence says it."""
    return bars(found, text) if any(bar.height for bar in found) else None


def numbers(visit: Visit) -> Page:
    store = visit.look().store
    questions = documents_of(store.rows(Query("questions")))[0]
    entries = documents_of(store.rows(Query("assumptions")))[0]
    stats = question_stats(store)
    answered = [q for q in questions if q["status"] == "answered" and q["answer"]]
    plots = [
        _per_day(visit, questions),
        _worth(answered),
        _calibration(entries),
        _followed(stats, answered),
        _free_text(stats),
        _times(answered),
    ]
    values = {"plots": plots, "stats": stats, "nothing": not questions and not entries}
    return Page("numbers.html", "Numbers", values, part="numbers")


def _per_day(visit: Visit, questions: Sequence[Document]) -> Plot:
    """Questions against what the sessions of a day could have asked."""
    since = visit.now - timedelta(days=_DAYS - 1)
    rows = visit.look().store.rows(
        Query("plan_sessions", from_on=("created_at", moment(since)[:10]))
    )
    days = [(since + timedelta(days=n)).astimezone().date() for n in range(_DAYS)]
    began = [time_of(row["created_at"]).astimezone().date() for row in rows]
    asked = [time_of(q["asked_at"]).astimezone().date() for q in questions]
    most = DEFAULT_POLICY.clarifications
    found = [
        Bar(f"{day:%a}", float(began.count(day) * most), float(asked.count(day))) for day in days
    ]
    today, allowed = asked.count(days[-1]), began.count(days[-1]) * most
    lately = sum(bar.part for bar in found)
    text = f"Asked today: {today} of at most {allowed}. In {_DAYS} days: {lately:.0f}."
    return Plot(
        "Questions a day, against the budget",
        text,
        _picture(found, text),
        "blue: asked; grey: what the day's goals could have asked",
    )


def _worth(answered: Sequence[Document]) -> Plot:
    """What a question was thought to be worth, and whether its answer was not the default."""
    steps = ((0.0, 0.25, "< ¼"), (0.25, 0.5, "¼–½"), (0.5, 1.0, "½–1"), (1.0, 1e9, "> 1"))
    found = []
    for low, high, label in steps:
        inside = [q for q in answered if low <= q["expected_loss"] < high]
        found.append(Bar(label, float(len(inside)), float(sum(map(_changed, inside)))))
    changed = sum(map(_changed, answered))
    text = (
        f"{changed} of {counted(len(answered), 'answer')} changed what would have been done; "
        f"{len(answered) - changed} changed nothing."
        if answered
        else _NONE
    )
    return Plot(
        "What was predicted, and what came of it",
        text,
        _picture(found, text),
        "by predicted loss; blue: the answer was another than the default",
    )


def _changed(question: Document) -> bool:
    return bool(question["answer"]["option"] != question["default"])


def _calibration(entries: Sequence[Document]) -> Plot:
    found = []
    for sure in ("high", "medium", "low"):
        inside = [x for x in entries if x["confidence"] == sure and x["source"] != "answer"]
        wrong = sum(x["status"] == "wrong" for x in inside)
        found.append(Bar(sure, float(len(inside)), float(wrong)))
    total, wrong = sum(b.height for b in found), sum(b.part for b in found)
    text = f"{wrong:.0f} of {total:.0f} things taken without asking were wrong."
    text = text if total else "Nothing was taken without asking yet."
    return Plot(
        "Calibration: how sure, and how often wrong",
        text,
        _picture(found, text),
        "by confidence; blue: a person said it was wrong",
    )


def _followed(stats: Document, answered: Sequence[Document]) -> Plot:
    followed = stats["followed_recommendation"]["count"]
    own = sum(q["answer"]["option"] is None for q in answered)
    other = len(answered) - followed - own
    found = [Bar("as said", float(followed)), Bar("another", float(other)), Bar("own", float(own))]
    share = f"{followed / len(answered):.0%}" if answered else "none yet"
    text = (
        f"Recommendations followed: {share}. Decided by preference and not counted here: "
        f"{stats['auto_decided']}."
    )
    return Plot("Recommendations followed", text, _picture(found, text))


def _free_text(stats: Document) -> Plot:
    rows: Mapping[str, Document] = stats["free_text_by_options"]
    found = [Bar(name, float(r["answered"]), float(r["free_text"])) for name, r in rows.items()]
    own = sum(r["free_text"] for r in rows.values())
    total = sum(r["answered"] for r in rows.values())
    text = f"{own} of {total} answers were in own words." if total else _NONE
    return Plot(
        "Own words, by the number of options",
        text,
        _picture(found, text),
        "blue: the options did not fit",
    )


def _times(answered: Sequence[Document]) -> Plot:
    spent = [(time_of(q["resolved_at"]) - time_of(q["asked_at"])).total_seconds() for q in answered]
    steps = ((60, "1 m"), (600, "10 m"), (3_600, "1 h"), (28_800, "8 h"), (1e12, "more"))
    low, found = 0.0, []
    for high, label in steps:
        inside = sum(low <= one < high for one in spent)
        found.append(Bar(label, float(inside)))
        low = float(high)
    middle = sorted(spent)[len(spent) // 2] if spent else 0.0
    text = f"Half of the answers came within {words.seconds(middle)}." if spent else _NONE
    return Plot("Time to answer", text, _picture(found, text), "answered within")
