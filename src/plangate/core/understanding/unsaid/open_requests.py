"""A request that wants an answer and no change of a program (UND-6): a trip, a book, a figure.

Where there is no program, nothing that could be looked at says what is meant. What such a request
leaves open is what its terms pick out and, where it picks nothing out, whom it is for. A fact about
something named has one answer for everybody and leaves nothing open.
"""

from __future__ import annotations

from plangate.core.model.policy.understanding_numbers import (
    ANSWER_NAMES,
    ANSWER_TERMS,
    DOUBTS_UNSAID,
    SPEC_FROM,
)
from plangate.core.model.sighting import Sighting
from plangate.core.understanding.open_matters import Open, opened, reading, short_of
from plangate.language.clauses import Clause
from plangate.language.hearing import hear
from plangate.language.issues.issue_text import read_issue
from plangate.language.issues.requirements import requirements
from plangate.language.words.qualifiers import (
    has_one_answer,
    is_made_once,
    is_personal,
    qualified,
    wants_an_answer,
    wants_it_explained,
    works_on_what_is_at_hand,
)
from plangate.language.words.stems import group
from plangate.language.words.vocabulary import CHANGING, product_names, thing_kind

TERMS, PURPOSE, INPUT = "undefined-term", "whom-it-is-for", "what-it-works-on"
#: Kinds of things that only programs have.
_OF_PROGRAMS = frozenset(("endpoint", "page", "migration", "command", "cache", "test"))


def is_request(goal: str, seen: Sighting) -> bool:
    """Whether a goal wants an answer, in a workspace that holds no program to be changed."""
    if seen.files or hear(goal).language == "other" or len(requirements(goal)) >= SPEC_FROM:
        return False
    heard = hear(_said(goal))
    if len({*heard.identifiers, *heard.code, *heard.paths}) > ANSWER_NAMES:
        return False  # it speaks of code
    if read_issue(goal).is_report and any(clause.trouble for clause in heard.clauses):
        return False
    if is_made_once(heard.text) or works_on_what_is_at_hand(heard.text):
        return True
    own = is_personal(heard.text)  # “remind me”, “for my novel”: no program has that
    asks = own or any(wants_an_answer(sentence) for sentence in heard.sentences)
    return asks and not any(_changes_a_program(clause) for clause in heard.clauses)


def request_of(goal: str, effort: float) -> Open | None:
    """What a request leaves open; None where one answer serves everybody."""
    said = hear(_said(goal))
    asked = [one for one in said.sentences if wants_an_answer(one) and not one.endswith(":")]
    clause = Clause(asked[0] if asked else said.text)
    if is_made_once(said.text) or works_on_what_is_at_hand(said.text):
        return _input(clause, effort)
    terms = qualified(said.text)
    explained = any(map(wants_it_explained, said.sentences))
    if explained or (has_one_answer(clause.text) and not terms):
        return None
    return _terms(terms[:ANSWER_TERMS], clause, effort) if terms else _purpose(clause, effort)


def _said(goal: str) -> str:
    return read_issue(goal).said or goal


def _changes_a_program(clause: Clause) -> bool:
    words = [word.strip(".,:;!?()'\"").lower() for word in clause.text.split()]
    of_programs = any(thing_kind(word) in _OF_PROGRAMS or word in product_names() for word in words)
    asked = clause.mood == "question" or not clause.verb or is_personal(clause.text)
    return clause.kind in CHANGING and of_programs and not asked and words[0] not in group("leads")


def _terms(terms: tuple[str, ...], clause: Clause, effort: float) -> Open:
    listed = ", ".join(f"“{term}”" for term in terms)
    usual = reading("as-usual", "As it is usually meant", "answered by that", 1.0, effort)
    counts = "What counts as each?" if len(terms) > 1 else "What counts as one?"
    prompt = f"Nothing here says what is meant by {listed}. {counts}"
    found = opened("term", TERMS, (usual,), prompt, terms[0], clause, "as-usual", DOUBTS_UNSAID)
    return found._replace(quotes=terms)


def _input(clause: Clause, effort: float) -> Open:
    usual = reading(
        "any", "For any input, on this system", "it takes what it is given", 1.0, effort
    )
    prompt = f"“{short_of(clause.text)}”: what does it work on, and where should it run?"
    return opened("external", INPUT, (usual,), prompt, clause.text, clause, "any", DOUBTS_UNSAID)


def _purpose(clause: Clause, effort: float) -> Open:
    usual = reading("for-most", "As it suits most people", "answered for nobody", 1.0, effort)
    prompt = (
        f"“{short_of(clause.text)}” depends on whom it is for. What should it fit: "
        "what is known already, place, time, cost?"
    )
    return opened("term", PURPOSE, (usual,), prompt, clause.text, clause, "for-most", DOUBTS_UNSAID)
