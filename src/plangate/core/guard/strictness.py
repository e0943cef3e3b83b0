"""Which settings a workspace nobody trusts may set: those that make the gate stricter (ACT-2).

One table, `SETTINGS`, says for every key of plangate.toml which direction is stricter, or why there
is none; a key without a direction counts for nothing until a person trusts the file. Stricter is:
more is asked, silence decides less, less passes. A key has a direction only where more of it can
never let anything through that less of it had stopped; docs/decisions/0014 has the reasoning.

Below it the other way round: which of two preferences, policies or ways to deal with silence asks
less, and is therefore a person's to choose (ACT-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from plangate.core.model.kinds import OnTimeout
from plangate.core.model.policy import Policy
from plangate.core.model.policy.gate_numbers import TOLERANCE
from plangate.core.model.policy.plan_policy import PlanPolicy
from plangate.core.model.records import Document, Fields

#: Whether the second value is stricter than the first.
Stricter = Callable[[Any, Any], bool]


class WorkspaceRules(NamedTuple):
    """What of a workspace's own rules was used and what was passed over, each by its name."""

    used: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.used or self.passed_over)

    def and_also(self, other: WorkspaceRules) -> WorkspaceRules:
        """Both, each entry once."""
        return WorkspaceRules(
            tuple(dict.fromkeys((*self.used, *other.used))),
            tuple(dict.fromkeys((*self.passed_over, *other.passed_over))),
        )


NO_RULES = WorkspaceRules()


class Setting(NamedTuple):
    """One key: its stricter direction in words and as a comparison, and the reason."""

    key: str
    direction: str
    is_stricter: Stricter | None
    why: str


def _lower(now: float, then: float) -> bool:
    return bool(then < now)


def _higher(now: float, then: float) -> bool:
    return bool(then > now)


def _switched_on(now: object, then: object) -> bool:
    return then is True and now is False


def _switched_off(now: object, then: object) -> bool:
    return then is False and now is True


#: What silence does, the laxest first: it decides, it ends the session, it decides nothing.
_ON_SILENCE = ("assume", "abort", "wait")


def _decides_less(now: str, then: str) -> bool:
    return _ON_SILENCE.index(then) > _ON_SILENCE.index(now)


#: ACT-2: every key of plangate.toml, once.
SETTINGS: tuple[Setting, ...] = (
    Setting("timeout_secs", "higher", _higher, "a question waits longer before silence decides"),
    Setting("on_timeout", "assume, abort, wait", _decides_less, "silence decides less"),
    Setting("policy.evpi_question_threshold", "lower", _lower, "more is worth a question"),
    Setting("policy.clarifications", "higher", _higher, "a session may ask more often"),
    Setting("policy.open_questions", "higher", _higher, "more questions may stand open at once"),
    Setting("policy.contradiction_threshold", "lower", _lower, "less evidence decides by itself"),
    Setting("policy.strict_blockers", "false", _switched_off, "true leaves only blockers to ask"),
    Setting("policy.blockers_need_evpi", "false", _switched_off, "true lets blockers pass unasked"),
    Setting("policy.always_ask_one_way", "true", _switched_on, "one-way readings are always asked"),
    Setting("policy.plan_adequacy_enforce", "true", _switched_on, "a thin plan is refused"),
    Setting("notify", "none", None, "it runs a command"),
    Setting("anchor_command", "none", None, "it runs a command; never a workspace's, only yours"),
    Setting("notify_to", "none", None, "it sends your questions away; only your own file has it"),
    Setting("notify_desktop", "none", None, "it disturbs you; only your own file has it"),
    Setting("quiet_hours", "none", None, "it moves deadlines; only your own file has it"),
    Setting("publish", "none", None, "it writes into the workspace and takes edits from there"),
    Setting("publish_words", "none", None, "it publishes what people wrote"),
    Setting("db", "none", None, "it redirects the record and hides what you told plangate"),
    Setting("use.mind", "none", None, "it runs another package's code"),
    Setting("use.investigator", "none", None, "it runs another package's code"),
    Setting("use.store", "none", None, "it runs another package's code and moves the record"),
    Setting("use.notifier", "none", None, "it runs another package's code"),
    Setting("use.catalogs", "none", None, "it changes what is asked, either way"),
    Setting("model.name", "none", None, "it sends what is in the workspace to a provider"),
    Setting("model.address", "none", None, "it sends what is in the workspace to an address"),
    Setting("model.max_cost", "none", None, "it spends money"),
    Setting("model.output_tokens", "none", None, "it spends money"),
    Setting("model.seconds", "none", None, "it spends time"),
    Setting("model.reasoning", "none", None, "it spends money"),
    Setting("model.output", "none", None, "it changes what a model can say"),
    Setting("model.price_in", "none", None, "it changes what is counted as spent"),
    Setting("model.price_out", "none", None, "it changes what is counted as spent"),
    Setting("model.looks", "none", None, "it spends money"),
    Setting("web.provider", "none", None, "it sends words of the goal outside"),
    Setting("web.address", "none", None, "it sends words of the goal to an address"),
    Setting("web.command", "none", None, "it runs a command"),
    Setting("budget.iterations", "none", None, "more spends more; less may miss a contradiction"),
    Setting("budget.calls", "none", None, "more spends more; less may miss a contradiction"),
    Setting("budget.seconds", "none", None, "more spends more; less may miss a contradiction"),
    Setting("policy.profile", "none", None, "it changes how worth is estimated, either way"),
    Setting("policy.estimator", "none", None, "it changes how worth is estimated, either way"),
    Setting("policy.min_prior", "none", None, "more readings share the weight; worth can fall"),
    Setting("policy.min_divergence", "none", None, "it is read and has no effect"),
    Setting("policy.evidence_threshold", "none", None, "higher can hide evidence that contradicts"),
    Setting("policy.loop_mode", "none", None, "it changes what is written and spent"),
    Setting("policy.gap_risk_threshold", "none", None, "it changes what is written and spent"),
    Setting("policy.max_refine_rounds", "none", None, "it changes what is written and spent"),
    Setting("policy.refine_budget_tokens", "none", None, "it changes what is written and spent"),
    Setting("policy.auto_expand_thin_plan", "none", None, "it changes what is written and spent"),
)
_BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


def is_stricter(key: str, now: object, then: object) -> bool:
    """Whether `then` in place of `now` only ever makes the gate stricter."""
    setting = _BY_KEY.get(key)
    return (
        setting is not None and setting.is_stricter is not None and setting.is_stricter(now, then)
    )


def only_stricter(given: Fields, in_force: Fields) -> tuple[Document, list[str]]:
    """Of a stranger's settings those that count, and the names of the others.

    What is in force already is neither: it changes nothing.
    """
    used: Document = {}
    passed_over: list[str] = []
    for key, value in given.items():
        if key in in_force and in_force[key] == value:
            continue
        if is_stricter(key, in_force.get(key), value):
            used[key] = value
        else:
            passed_over.append(key)
    return used, passed_over


# --- what asks less ------------------------------------------------------------------------------

#: How much each preference asks; none at all stands between.
_ASKS: Mapping[str | None, int] = {
    "always-ask": 2,
    None: 1,
    "ask-only-for-one-way": 0,
    "never-ask": 0,
    # PREF-3: the dial, beside no preference at all.
    "more": 2,
    "normal": 1,
    "less": 0,
}

#: How little each way of dealing with silence decides.
_WAITS: Mapping[str, int] = {"assume": 0, "abort": 1, "wait": 2}

#: For each number and switch of the gate: +1 when a higher value asks more, -1 when it asks less.
_DIRECTIONS: Mapping[str, int] = {
    "evpi_question_threshold": -1,
    "min_prior": -1,
    "evidence_threshold": 1,
    "contradiction_threshold": -1,
    "clarifications": 1,
    "open_questions": 1,
    "strict_blockers": -1,
    "blockers_need_evpi": -1,
    "always_ask_one_way": 1,
}


def asks_less(wanted: str | None, in_force: str | None) -> bool:
    """Whether one preference asks less than another; None is no preference."""
    return _ASKS[wanted] < _ASKS.get(in_force, _ASKS[None])


def decides_more(wanted: OnTimeout, in_force: OnTimeout) -> bool:
    """Whether silence decides more than it did."""
    return _WAITS[wanted] < _WAITS[in_force]


def laxer_fields(wanted: Policy, in_force: Policy) -> Iterator[str]:
    """The fields by which a policy asks less than another."""
    if wanted.estimator == "standard" and in_force.estimator == "regret":
        yield "estimator"
    for name, direction in _DIRECTIONS.items():
        change = float(getattr(wanted, name)) - float(getattr(in_force, name))
        if change * direction < -TOLERANCE:
            yield name


def lets_thin_plans_pass(wanted: PlanPolicy, in_force: PlanPolicy) -> bool:
    """Whether a plan that is too thin would pass where it is refused now (REF-4)."""
    return in_force.plan_adequacy_enforce and not wanted.plan_adequacy_enforce
