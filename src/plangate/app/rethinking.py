"""A session that is there already, thought through by a model (LLM-3).

Its first model failed, or rules planned it: another mind goes on where it stands. What the model
brings is taken as a host's is (hosting.py): judged, weighed by the gate, and made the next version
of the plan; what was decided stays decided.
"""

from __future__ import annotations

from plangate.app.hosting import hosted
from plangate.app.planner import Advanced, Planner
from plangate.app.ports import Witness
from plangate.core.log.session import MODEL


def wants_a_model(advanced: Advanced, *, named: bool) -> bool:
    """Whether a model is let think again: one was named, or the session's own had failed; never
    over work that has begun."""
    session = advanced.session
    fell_back = session.thinking.fell_back is not None
    return session.mind == "rules" and not session.progress and (named or fell_back)


def think_again(planner: Planner, name: str, witness: Witness) -> Advanced:
    """The session after its model proposed anew; as it was, with a note, when that failed."""
    session = planner.session(name)
    assert planner.thinking is not None, "whoever names a model has one"
    known = [one for one in session.ambiguities if one.id not in session.settled]
    happened, taken = planner.thinking.propose(session, known)
    planner.append(name, session, happened)
    if taken is None:
        return planner.advance(name)
    return hosted(planner, name, taken.document, witness, MODEL).advanced
