"""How a session changes by what a language model did: a handler for each event (REC-1, LLM-4)."""

from __future__ import annotations

from plangate.core.events import event as e
from plangate.core.log.handlers import Handlers
from plangate.core.log.session import Session
from plangate.core.model.model_use import FAULTS, stronger

#: The handlers of this page.
on = Handlers()


@on.of(e.ModelCalled)
def _model_called(s: Session, event: e.ModelCalled, _at: str) -> None:
    s.thinking.calls.append(event)
    s.budget_signal = stronger(s.budget_signal, event.signal)
    s.seconds += event.seconds if event.purpose not in ("explore", "librarian") else 0.0


@on.of(e.ModelProposed)
def _model_proposed(s: Session, event: e.ModelProposed, _at: str) -> None:
    if event.purpose == "propose":
        s.thinking.proposed = event
        s.thinking.fell_back = None
    for task in event.document.get("tasks", ()):
        named = task.get("new_files", ()) if isinstance(task, dict) else ()
        s.thinking.new_files.update(path for path in named if isinstance(path, str))


@on.of(e.MindFellBack)
def _mind_fell_back(s: Session, event: e.MindFellBack, _at: str) -> None:
    s.thinking.fell_back = event
    s.limits.append(fallen_back(event))


def fallen_back(event: e.MindFellBack) -> str:
    """LLM-3: the note a person reads, in one line."""
    why = f" ({event.why})" if event.why else ""
    return f"{event.model}: {FAULTS[event.outcome]}{why}; this is the rules' result"
