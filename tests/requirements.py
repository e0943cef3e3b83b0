"""The requirement manifest: every rule, where it comes from, and what somebody outside observes.

Why: a rule nobody checks is a wish. test_requirements.py ties each id to the tests that carry it
and to the code that names it; docs/rules.md is printed from here. What is missing is said in GAPS,
so that the list can only be wrong by saying too little. It must never hold how a rule is built:
that stands in the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

#: The five documents the specification draws on.
SEEDS: Mapping[str, str] = {
    "S0": "question gate",
    "S1": "plan adequacy",
    "S2": "planning orchestration",
    "S3": "split rule",
    "S4": "clarification protocol",
}

#: How a gap begins when part of the rule is there already, and therefore tested.
PARTLY = "partly: "


class Requirement(NamedTuple):
    """One rule; `gap` says what of it is missing, None when nothing is."""

    source: str
    observable: str
    gap: str | None = None

    @property
    def is_due(self) -> bool:
        """Whether code must name it and a test must carry it: all of it is there, or part."""
        return self.gap is None or self.gap.startswith(PARTLY)


class Section(NamedTuple):
    """Rules that belong together: id to what can be observed."""

    title: str
    source: str
    rules: Mapping[str, str]


SECTIONS: tuple[Section, ...] = (
    Section(
        "Intake",
        "SPEC section 2, S0",
        {
            "INT-1": "every goal gets exactly one of four outcomes",
            "INT-2": "a small goal with nothing open or irreversible gets a go-ahead, no plan",
            "INT-3": "an exploratory goal opens a bounded loop that can become a plan",
            "INT-4": "what is neither asked about, explored nor trivial is planned",
            "INT-5": "what hangs on an open question waits; intake runs again after it",
            "INT-6": "an outcome says why; the route a person chose is obeyed and recorded",
            "INT-7": "below the threshold nothing is asked, save by four named exceptions",
            "INT-8": (
                "a session is planning, awaiting_clarification, held, planning_complete, "
                "executing or stopped"
            ),
            "INT-9": "complexity comes from what a change touches, an unknown clause counts 5",
            "INT-10": "a goal that was not understood is not planned, and what would help is said",
            "INT-11": "discuss goes through every decision until the person says enough",
        },
    ),
    Section(
        "Value of information",
        "SPEC section 3, S0",
        {
            "VOI-1": "a reading costs its complexity times 1, 3 or 10, the harder to undo the more",
            "VOI-2": "by default a question is worth the work expected to be lost by not asking",
            "VOI-3": "profile s0 weighs by S0's formula; both estimates are always reported",
            "VOI-4": "an irreversible likeliest reading with a real rival reaches the threshold",
            "VOI-5": "a value of exactly 0.15 asks; many recent questions raise that to 0.225",
            "VOI-6": "any decision can be worked out again by hand from the log",
            "VOI-7": "a question by groups is worth what it takes away; none fitting is a doubt",
            "VOI-8": "a proven contradiction, missing item or security rule reaches the threshold",
            "VOI-9": "plausible means all other readings together, not each by itself",
            "VOI-10": "the third question of a session must be worth twice as much",
        },
    ),
    Section(
        "The gate",
        "SPEC section 4, S0+S4+S2",
        {
            "GATE-1": "without plausible rivals, all of them together, nothing is asked",
            "GATE-2": "strong evidence for one reading is taken; evidence that disagrees is not",
            "GATE-3": "a question worth less than the threshold is not asked",
            "GATE-4": "nothing asks about what a started task rests on",
            "GATE-5": "under deep focus or a spent budget a question is put off and registered",
            "GATE-6": "nobody is asked before everything was looked for, while budget is left",
            "GATE-7": "three questions a session; repeated attempts are decided more carefully",
            "GATE-8": "a preference decides what can be undone, never what cannot",
            "GATE-9": "what no earlier rule decides is asked",
            "GATE-10": "careful means easiest to undo, then cheapest; strictest first for security",
            "GATE-11": "a reading taken unasked leaves a plan note: what else there was, and why",
            "GATE-12": "with strict_blockers on, only a proven blocker asks",
            "GATE-13": "routine matters are never asked; leave to act always passes a hook",
            "GATE-14": "with always_ask_one_way on, no irreversible reading passes as cheap",
            "GATE-15": "every decision names one of five blocker types",
            "GATE-16": "of several ambiguities one asks and the others wait for its end",
            "GATE-17": "an answer settles what hangs on it before anything else is asked",
            "GATE-18": "a host may replace or drop what was proposed, never thin what is one-way",
            "GATE-19": "one ambiguity of a workspace has one open question, joined from anywhere",
            "GATE-20": "no rule but a person's answer takes an irreversible reading others rival",
        },
    ),
    Section(
        "Questions: how they are made",
        "SPEC section 5, S0+S2+S4",
        {
            "ASK-1": "a question offers options; a free answer only where none are known",
            "ASK-2": "every reading is offered, likeliest first, with what it leads to",
            "ASK-3": "one option is marked as what happens on silence, with reason and risk",
            "ASK-4": "one sentence says what is at stake between the options",
            "ASK-5": "a badly put question is refused by a named rule, with a cure",
            "ASK-6": "a question shows what was looked at first and names what was not",
        },
    ),
    Section(
        "Questions: their life",
        "SPEC section 5, S4 and ours",
        {
            "ASK-7": "a question is stored before it is shown and settled exactly once",
            "ASK-8": "a stored deadline is enforced by whoever looks; its last moment is on time",
            "ASK-9": "silence becomes a marked assumption and never anything irreversible",
            "ASK-10": "a late answer is kept; it confirms what was assumed or opens a revision",
            "ASK-11": "replies are read as people type them; a one-way option needs its whole name",
            "ASK-12": "a person can hold, discuss, note, change and undo; answers name their giver",
            "ASK-13": "an empty reply is no answer",
            "ASK-14": "no secret reaches the database, a log or an export",
            "ASK-15": "own words are matched against every decision of the session",
            "ASK-16": "the same goal goes on with its session, and nobody is asked twice",
            "ASK-17": "a question says what it blocks, and the rest is planned meanwhile",
        },
    ),
    Section(
        "Attention",
        "SPEC section 5, S0",
        {
            "ATT-1": "focus is what a person set, until the end they gave; it is never guessed",
            "ATT-2": "each question raises the interruption level, which halves every 30 minutes",
            "ATT-3": "a deferral is listed in full, offered again once, and blocks once expired",
        },
    ),
    Section(
        "The ledger",
        "SPEC section 5, S4",
        {
            "ASM-1": "every decision a plan rests on is listed with reason, confidence and risk",
            "ASM-2": "each entry says in a fixed word how it came about",
            "ASM-3": "marking an entry wrong changes the tasks that rest on it and no others",
            "ASM-4": "confirmed and overturned entries move later priors, and the trace shows it",
        },
    ),
    Section(
        "Investigation",
        "SPEC section 6, S2",
        {
            "INV-1": "an investigation keeps to its budget; one out of range is refused by name",
            "INV-2": "goal, constraints and first evidence are fixed before anything is explored",
            "INV-3": "code and documentation are explored side by side, reading only",
            "INV-4": "what the budget does not cover is refused and listed, never dropped",
            "INV-5": "findings are brought together, contradictions named, before more is sought",
            "INV-6": "confidence follows from evidence, whatever its order and repetitions",
            "INV-7": "each turn ends in commit, switch, escalate or continue by fixed bounds",
            "INV-8": "a stuck investigation changes its strategy once, then stops and says so",
            "INV-9": "a spent budget ends in the best result so far and one question",
            "INV-10": "after an answer planning resumes where it stopped, three times at most",
            "INV-11": "planning changes nothing and reads nothing outside the workspace",
            "INV-12": "each turn records what it gained; one without gain is not repeated",
            "INV-13": "every strategy exists, sources that contradict are named, explore is free",
        },
    ),
    Section(
        "Stops",
        "SPEC section 7, S2",
        {
            "STOP-1": "every session ends with the same six-field report, stored and shown",
            "STOP-2": "a missing file or permission the goal needs stops with that reason",
            "STOP-3": "every stop carries a recommendation or exactly one question",
            "STOP-4": "each ending has its stop reason and says what to do next",
        },
    ),
    Section(
        "Plans",
        "SPEC section 8, S1",
        {
            "PLAN-1": "a task has files, size, order, preconditions, a check and what it serves",
            "PLAN-2": "a cycle, a doubled id or an unknown dependency is refused by name",
            "PLAN-3": "each version of a plan names the one before, its cause and what changed",
            "PLAN-4": "a plan comes as Markdown, JSON, Mermaid and in other tools' formats",
            "PLAN-5": "a vague, unsafe or unfinished task blocks its plan unless overridden",
            "PLAN-6": "an irreversible step nobody confirmed waits for a person's approval",
            "PLAN-7": "a failed task never locks the rest of its plan",
            "PLAN-8": "a plan says which tasks can run side by side",
            "PLAN-9": "options named in a goal open a scope, and what ships becomes tasks",
            "PLAN-10": "a plan whose places or evidence changed says so before work on them",
            "PLAN-11": "done can be shown, and done without proof is counted as such",
            "PLAN-12": "plans and issues of other tools are taken in",
            "PLAN-13": "a plan nobody wants is closed by a person: nothing of it waits or is to do",
        },
    ),
    Section(
        "Adequacy",
        "SPEC section 8, S1",
        {
            "ADQ-1": "a task described in next to no words is found",
            "ADQ-2": "a task that opens without an action, or with filler, is found",
            "ADQ-3": "a placeholder in place of content is found",
            "ADQ-4": "a destructive task without a safeguard is found and is critical",
            "ADQ-5": "a dependency that is missing or stands later is found",
            "ADQ-6": "a heavy task that mentions no test is found",
            "ADQ-7": "a larger change without a precondition is found",
            "ADQ-8": "fewer tasks than the goal needs lower the score; none at all make it 0",
            "ADQ-9": "a plan that builds and verifies nothing is found",
            "ADQ-10": "four or more tasks in no order are found",
            "ADQ-11": "a goal naming paths that no task touches is found",
            "ADQ-12": "several huge tasks in a short plan are found",
            "ADQ-13": "many brief tasks tied to few files are found",
            "ADQ-14": "tasks that all open alike are found",
            "ADQ-15": "a rewrite that lost tasks, files or text is found",
            "ADQ-16": "far more small tasks than the goal needs are found",
            "ADQ-17": "goal complexity, 1 to 10, and depth set how many tasks are expected",
            "ADQ-18": "a plan counts as thin by its score, its findings or its risk",
            "ADQ-19": "a finding names task, code, sight and cure, in foreign plans as well",
            "ADQ-20": "a file that is not there is found",
            "ADQ-21": "a plan without places is found",
            "ADQ-22": "a task that only restates the goal is found",
            "ADQ-23": "a clause no task answers is found",
            "ADQ-24": "a check that cannot run is found",
            "ADQ-25": "a decision no task rests on is found",
            "ADQ-26": "a task that has nothing to do with the goal is found",
        },
    ),
    Section(
        "Refinement",
        "SPEC section 8, S1",
        {
            "REF-1": "refining keeps every task's id and intent and adds to them",
            "REF-2": "rounds and tokens are bounded beforehand; why it stopped is named",
            "REF-3": "a round that makes the plan worse is rolled back and recorded",
            "REF-4": "a thin plan is measured by default and refused under enforce",
            "REF-5": "telemetry has fixed names and is written for refused plans too",
            "REF-6": "S1's own query runs unchanged on the database file",
        },
    ),
    Section(
        "Decisions with many options",
        "SPEC section 9, S3",
        {
            "SPLIT-1": "no option is ever lost: every one is in exactly one state at each step",
            "SPLIT-2": "up to four options are one question; more are shown whole or in parts",
            "SPLIT-3": "decisions are numbered without gaps, and one part is open at a time",
            "SPLIT-4": "each part shows scope, cost, dependencies and the same four choices",
            "SPLIT-5": "hold stops a chain at once; nothing is final with an option undecided",
            "SPLIT-6": "broken dependencies and conflicts are asked about one by one",
            "SPLIT-7": "the whole set is confirmed at the end, after each revision again",
            "SPLIT-8": "ids are short, lower-case, hyphenated, distinct and never empty",
            "SPLIT-9": "no preference, timeout or quota decides a part of a chain",
            "SPLIT-10": "a chain goes on after a kill and counts as one clarification",
            "SPLIT-11": "where there is room the same decision is one table, by the same rules",
        },
    ),
    Section(
        "Preferences",
        "SPEC section 10, S3",
        {
            "PREF-1": "three preferences per question id; one that cannot be read means ask",
            "PREF-2": "what cannot be undone is asked about whatever the preference says",
            "PREF-3": "a preference that never fires is refused; only a person may set one",
            "PREF-4": "automatic decisions are visible, counted apart and can be undone",
        },
    ),
    Section(
        "Understanding",
        "SPEC section 6a, ours",
        {
            "UND-1": "a text is heard once, and every rule asks that hearing",
            "UND-2": "how much of the goal was understood travels with every proposal",
            "UND-3": "the brief says what is there, where the work is and what to copy",
            "UND-4": "what the goal asks for and is there already is said first",
            "UND-5": "tasks name the places that were found, or say that none was",
            "UND-6": "ambiguities come from the goal and the brief, beyond the catalog",
            "UND-7": "the goal's own words win over the catalog",
            "UND-8": "confidence is a calibrated chance, never 1.0 while anything is assumed",
            "UND-9": "a draft that only restates the goal is called a skeleton",
            "UND-10": "an issue is read as an issue, and a person's words refuse no draft",
        },
    ),
    Section(
        "Whose act it is",
        "SPEC section 10a, ours",
        {
            "ACT-1": "a person's act needs a person's surface, and is refused elsewhere",
            "ACT-2": "a workspace's own rules count only once trusted, or when stricter",
            "ACT-3": "text of a repository is quoted and marked on its way to an agent",
        },
    ),
    Section(
        "Record and audit",
        "SPEC section 11, S0 and ours",
        {
            "REC-1": "history only grows, two writers never fork it, tables rebuild from it",
            "REC-2": "audit proves the rules from the log, or names the session and event",
            "REC-3": "a log replayed under another policy shows what it would have asked",
            "REC-4": "export and import give back the same bytes; nothing suggests deleting",
            "REC-5": "one SQLite file or PostgreSQL; a file is copied before its schema moves",
            "REC-6": "anchors outside the database show what was cut or rewritten",
            "REC-7": "reading needs no writing, and files are their owner's only",
            "REC-8": "a workspace is known by its remote and path, across clones and machines",
            "REC-9": "an unreadable session is one line and stops nothing else",
            "REC-10": "a payload can be erased by a person, and the audit says so",
        },
    ),
    Section(
        "Command line",
        "SPEC section 12",
        {
            "CLI-1": "there is a command for each thing a person does",
            "CLI-2": "every command can print one JSON document; exit codes have fixed meanings",
            "CLI-3": "gate decides one JSON document, trace included, with no database",
            "CLI-4": "check judges one JSON plan with no database",
            "CLI-5": "a plan of five tasks fits a screen, assumptions first, next command last",
            "CLI-6": "everyday commands need no ids",
            "CLI-7": "one name for each state, verb and option",
            "CLI-8": "stats shows questions asked, avoided and regretted, and calibration",
            "ERR-1": "bad input gets one line with field and accepted values; nothing is written",
        },
    ),
    Section(
        "Agents",
        "SPEC section 13",
        {
            "MCP-1": "MCP clients of both protocol generations complete a session",
            "MCP-2": "there are seven tools at most, listed in at most 1,800 tokens",
            "MCP-3": "the host thinks, plangate judges: two calls make a plan",
            "MCP-4": "a question takes the best form a client has: one field, four lines",
            "MCP-5": "a restarted server goes on; over HTTP every request needs a token",
            "MCP-6": "no tool call does what is a person's to do",
            "MCP-7": "replies are lean",
            "MCP-8": "a host that lost its context goes on from the workspace",
            "MCP-9": "the server answers before its heavy imports",
            "HOOK-1": "a hook names no option without a person's word or evidence to check",
            "HOOK-2": "set-up repeats safely, keeps to its own block and is removed without trace",
            "HOOK-3": "only what a person chose is their answer, and settles what was passed on",
            "HOOK-4": "what a hook decided is told to person and model; it never blocks",
        },
    ),
    Section(
        "Publishing and notices",
        "SPEC section 12, ours",
        {
            "PUB-1": "plans are kept as readable Markdown in the repository",
            "NOTE-1": "a message comes when something waits and nobody is looking",
        },
    ),
    Section(
        "Web, models, teams, extensions",
        "SPEC section 14, ours",
        {
            "WEB-1": "everything can be looked at in a browser, with or without scripts",
            "WEB-2": "a question stands beside the code that is its evidence",
            "WEB-3": "a plan is a graph and a list, with versions and approval",
            "WEB-4": "numbers show whether asking was worth it",
            "WEB-5": "the page is the person's own, by a one-time login",
            "WEB-6": "every flow is tested in a real browser",
            "LLM-1": "a model may be the mind, and the core decides",
            "LLM-2": "a model investigates with read-only tools, within a budget",
            "LLM-3": "a model's fault is a named outcome, and the rules' result stands",
            "LLM-4": "tokens and money are counted, reserved and shown",
            "LLM-5": "an instruction in a repository changes nothing",
            "LLM-6": "proved with a real small model and kept replies of an able one",
            "LLM-7": "what is sent can be seen before, and a first use is confirmed",
            "TEAM-1": "PostgreSQL keeps the same log by the same contract",
            "TEAM-2": "workers advance sessions and take over from one another",
            "TEAM-3": "people have names, roles and tokens",
            "TEAM-4": "a thousand agents and a hundred people are served",
            "TEAM-5": "a team's policy has versions",
            "TEAM-6": "backup, upgrade, erasure and metrics are there",
            "EXT-1": "others add minds, stores and formats without a fork",
            "EXT-2": "agent frameworks get the gate in a page of code",
        },
    ),
    Section(
        "The house",
        "our own",
        {
            "HOUSE-1": "two commands set everything up, or say what is missing",
            "HOUSE-2": "imports follow the layers and the core stays pure",
            "HOUSE-3": "a killed process loses at most the work under way",
            "HOUSE-4": "what the documentation shows is run",
            "HOUSE-5": "importing does nothing, and the public names are pinned",
            "HOUSE-6": "every rule id is tied to tests, and every test to a rule id",
        },
    ),
)


#: What is missing, by id; an entry leaves this table in the commit that closes it.
GAPS: Mapping[str, str] = {
    "UND-8": f"{PARTLY}error 0.03 (0.02 to 0.09) on 264 plans of commits, 0.11 on 34 of goals",
    "UND-7": f"{PARTLY}what a repository shows is not held against the goal's own object yet",
}

REQUIREMENTS: dict[str, Requirement] = {
    name: Requirement(section.source, observable, GAPS.get(name))
    for section in SECTIONS
    for name, observable in section.rules.items()
}
