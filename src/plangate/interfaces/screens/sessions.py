"""Sessions and questions in a list: whose they are, where they stand, what silence does (CLI-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from plangate.core.log.chain import time_of
from plangate.core.log.tables import document_of, value_of
from plangate.core.log.team import NO_TEAM, Team
from plangate.core.model.nouns import Option, Question
from plangate.core.model.records import Fields
from plangate.interfaces.screens.questions import answer_lines, question_name
from plangate.interfaces.screens.screen import Screen, project
from plangate.interfaces.screens.session_states import standing_word
from plangate.interfaces.text import shown

Row = Fields


def session_lines(screen: Screen, rows: Iterable[Row]) -> list[str]:
    """One line for each session: where it stands, project and goal, and when something happened."""
    listed = list(rows)
    width = max((len(standing_word(row)) for row in listed), default=0)
    times = [screen.when(row["updated_at"]).partition(" (")[0] for row in listed]
    longest = max(map(len, times), default=0)
    lines: list[str] = []
    meant = [row for row in listed if row["plan_session_id"] == screen.here and _has_plan(row)]
    for row, time in zip(listed, times, strict=True):
        mark = "*" if row in meant else " "
        head = f"{mark} {row['plan_session_id']}  {standing_word(row):{width}}  {time:{longest}}  "
        lines += _session_lines(screen, row, head)
    if meant:
        lines += ["", *screen.wrapped(_MEANT, "", "  ")]
    return lines


#: What the star means, and how another session is taken up.
_MEANT = (
    "* marks the plan that t1 and a1 mean when no ID is given. Another: plangate status ID, "
    "plangate start ID t1 (the first letters of an ID are enough)"
)


def _has_plan(row: Row) -> bool:
    """Whether a session came to a plan: what needs none and what was not understood did not."""
    return row["plan_version"] is not None and row["ending"] not in ("not_understood", "proceed")


def _session_lines(screen: Screen, row: Row, head: str) -> list[str]:
    about = f"{project(row['workspace'])} · {row['goal']}"
    if not screen.breaks:  # in a pipe a session is a line
        return [head + shown(" ".join(about.split()))]
    if screen.width - len(head) < _ROOM:
        fits = len(head.rstrip()) <= screen.width
        first = [head.rstrip()] if fits else screen.wrapped(head, "", "    ")
        return [*first, *screen.some(about, "    ", "    ")]
    return screen.some(about, head, " " * len(head))


_ROOM = 30


def inbox_lines(
    screen: Screen,
    rows: Sequence[Row],
    goals: Mapping[str, str],
    overdue: Sequence[str],
    team: Team = NO_TEAM,
) -> Iterator[str]:
    """Every question that waits, with whose it is, what silence does, and how it is answered."""
    for row in rows:
        question: Question = value_of(Question, document_of(row))
        goal = goals.get(row["session"], "")
        for line in screen.some(f"{project(row['workspace'])} · {goal}", "", "  "):
            yield screen.paint("dim", line)
        yield from screen.block("strong", question.prompt, f"  {question.number}  ", "      ")
        options = " · ".join(option_words(question, option) for option in question.options[:8])
        yield from screen.wrapped(options, "      ")
        late = row["session"] in overdue
        fate = OVERDUE if late else if_nothing(screen, question)
        yield from screen.wrapped(f"If you do nothing: {fate}", "      ", "        ")
        if whose := whose_line(question, team):
            yield from screen.wrapped(f"{whose}: {_hand_on(screen, question, team)}", "      ")
        yield from answer_lines(screen, question, "      ")
        yield ""


def whose_line(question: Question, team: Team) -> str:
    """TEAM-3: whose it is to answer; nothing where nobody is in a team."""
    if not team.has_people:
        return ""
    to = team.assigned.get(str(question.id))
    return f"{to}'s to answer" if to else "anybody's to answer"


def _hand_on(screen: Screen, question: Question, team: Team) -> str:
    """The command that takes it on, or hands it to somebody else."""
    name = question_name(screen, question)
    if question.id in team.assigned:
        return f"plangate assign {name} NAME hands it over"
    return f"plangate claim {name} takes it on"


OVERDUE = "overdue; it is settled as soon as somebody may write here"


def option_words(question: Question, option: Option) -> str:
    marks = ["recommended"] if option.key == question.recommended else []
    marks += ["cannot be undone"] if option.reversibility == "irreversible" else []
    mark = f" [{', '.join(marks)}]" if marks else ""
    return f"{option.key}) {option.label}{mark}"


def if_nothing(screen: Screen, question: Question) -> str:
    """What happens to a question that nobody answers, in a few words."""
    when = screen.when(question.deadline) if question.deadline else ""
    if question.status == "timed_out":
        return "parked: nothing goes on until you answer"
    if question.status == "held":
        return "on hold, nothing happens"
    if question.on_timeout == "wait":
        return "waits until you answer"
    if screen.now and question.deadline and time_of(question.deadline) < screen.now:  # ASK-8
        return f"overdue since {when}, not settled yet"
    if question.on_timeout == "abort":
        return f"the session stops {when}"
    if question.parks:
        return f"nothing is assumed, it parks {when}"
    return f"{question.default}) is assumed {when}"
