"""What is wanted of a host, in the words it reads (MCP-3): one short example, and what to do next.

These words decide what a model sends, and with it which questions a person is asked.
"""

from __future__ import annotations

from plangate.core.model.records import Fields

#: MCP-3: what is wanted of a host, by one short example.
EXAMPLE: Fields = {
    "decisions": [
        {
            "id": "store",
            "question": "Where are counters kept?",
            "who_knows": "repository",
            "options": [
                {
                    "id": "redis",
                    "label": "Redis",
                    "consequence": "shared by all processes",
                    "prior": 0.9,
                    "effort": 4,
                    "undo": "easy",
                },
                {"id": "memory", "label": "In memory", "consequence": "…", "prior": 0.1},
            ],
            "default": "redis",
        },
        {
            "id": "who-is-limited",
            "question": "Are paying customers limited too?",
            "who_knows": "person",
            "options": [
                {
                    "id": "all",
                    "label": "Everybody",
                    "consequence": "…",
                    "effort": 5,
                    "undo": "easy",
                },
                {"id": "free", "label": "Free accounts only", "consequence": "…", "effort": 4},
            ],
            "default": "all",
        },
        {"id": "of-a-known-one", "drop": "why it does not arise"},
    ],
    "tasks": [
        {
            "id": "t1",
            "title": "…",
            "do": "…",
            "files": ["a.py"],
            "new_files": ["b.py"],
            "after": [],
            "rests_on": ["store"],
            "check": "pytest tests/test_a.py",
            "effort": 3,
        }
    ],
    "evidence": [
        {
            "claim": "…",
            "locator": "docker-compose.yml:3",
            "quote": "image: redis",
            "supports": {"store": "redis"},
        }
    ],
}

DECISIONS_AND_TASKS = (
    "Read first: the brief's places and rules, docs and decision records, comments and settings "
    "beside them, and the feature most like this one. Then call plan again with this goal and "
    "decisions and evidence, as in example; where a person decides something, tasks come in the "
    "call after, written for what they said. decisions: each choice that changes what is built, "
    "also where the goal is silent (who may and who is affected, which cases are in or out, what "
    "happens to what exists already "
    "or was shown before, what is kept or deleted and how long, who pays, limits and defaults, "
    "what comes first, names and formats others rely on, failures, nobody acts, who is told, from "
    "when on). who_knows: repository, then quote its line as evidence; "
    "person, when no file tells (leave prior out; tell all of them, those first that you would ask "
    "first: two are asked in your order, each from about {hours} hours of rework on; three more "
    "stand beside each, with your default, for the person to correct); "
    "anyone, a matter of craft. options: every way a person may want it, in plain words, each "
    "label understood by itself; default: what you would build. effort: hours lost if this option "
    "is built and another was wanted, changing data back included. undo: of that choice, once it "
    "is built: easy if code alone changes then, partly if data or other systems do too, never if "
    "something is lost for good; a label that orders a deed (“delete”, “publish”) is never, "
    "whatever undo says, so say what the program does (“rows older than a year are deleted”). "
    "undo_why: where an option or a task only sounds final (a cache, a column that is "
    "added). The decisions listed here are open: tell each again under its id, or "
    "drop it with why."
)
#: The same for a further goal of a client that was told it before.
AS_FOR_THE_LAST = (
    "As for your last goal: read first, then call plan again with this goal, decisions (those of a "
    "person's in the order you would ask them) and evidence; tasks come after what they say. The "
    "decisions listed here are open: tell each again under its id, or drop it with why. The same "
    "call once more shows an example and what each field means."
)
TASKS = (
    "Call plan again with this goal and the tasks as the last answer wants them; tasks you do not "
    "send again stay as they are."
)
#: MCP-3: the tasks themselves, once what they are written for is decided.
WRITE_TASKS = (
    "Now write the plan, as fully as for somebody who has read nothing else: call plan with this "
    "goal and tasks. do: what changes in which file and function and how, what it is modelled on, "
    "what stays as it is, each case and failure, every value the person named; check: the command "
    "and the cases it must show; rests_on: the decisions it carries out. As many tasks as the work "
    "has parts; nothing is to be done for a decision that leaves things as they are."
)
#: GATE-6: while there are no tasks yet and another question may follow.
BEFORE_TASKS = "Call plan with this goal again, with decisions where the answer changes them."
#: ASK-12: after an option that was chosen with a note.
NOTED = "The note on {decisions} is the person's: write what it says into the tasks{beside}. "
#: ASK-12: where other matters stood beside a question that was answered with a note.
NOTED_BESIDE = (
    ", and first tell again each decision it speaks of{numbered}: with an option that says it, "
    "default that option, and evidence {{locator: {question}, quote: their words, supports}}"
)
#: ASK-12, ASK-17: after the very answer the tasks were drafted for, with a note.
NOTED_AS_DRAFTED = (
    "What was chosen is what your tasks were drafted for; {tasks} rest on it. Call plan with this "
    "goal and those the note changes, or decisions: [], tasks: []; the others stay as they are."
)
#: ASK-17: after an answer that the tasks were not drafted for.
ANSWERED_OTHERWISE = (
    "The answer to {decisions} is not what your tasks were drafted for. Call plan with this goal "
    "and tasks: {tasks} again as it wants them, new ones, or {{id, drop: why}}; tasks you do not "
    "send again stay as they are."
)
#: GATE-6: what would be asked next, after an answer that may change it.
ASKED_NEXT = "not yet put to the person: told again or kept, it is asked in your next plan call"
SEE_NEXT = "see next"
DROPPED_NEXT = ", unless you drop it with why because the answer settles it"
#: GATE-6: beside the question that a host should say more about before it is shown.
FIRST_YOU = "it waits for you first, see next; in the person's inbox meanwhile: {question}"
#: GATE-18: known decisions that a host passed over.
UNTOLD = (
    "Waits for you first: {names}: plangate saw that in the goal, and you neither told nor "
    "dropped it. Call plan: tell it again under its id (your options, who_knows, evidence), or "
    "{{id, drop: why}} where every option of it can be undone. plan with the goal alone puts it "
    "as it stands."
)
#: GATE-6: what only a person is said to know, and a line is quoted for.
QUOTED_TOO = (
    "Waits for you first: {decision}: you say only a person knows it, and quote a file for "
    "it. If that line settles it, call plan and tell it again with who_knows repository. If the "
    "line is about the like, plan with the goal alone puts the question."
)
#: GATE-6: what the repository is said to know, and no line that stands is quoted for.
QUOTE_WANTED = (
    "What is under unquoted counts as a guess: tell it again with evidence (locator, quote as it "
    "stands there, supports), or who_knows person (no file tells) or anyone (craft)."
)
#: GATE-6: what a person said in their own words, and the host quotes otherwise.
MISQUOTED = (
    "Waits for you first: {decision}: they answered it in their own words, and your quote "
    "of them does not count (not_counted). Call plan with it as they said it; plan with the goal "
    "alone asks them again."
)
PUT_AS_IT_IS = "plan with the goal alone puts the question as it stands."
#: GATE-6: where every option is declared final.
NOTHING_BUT_NEVER = (
    "Waits for you first: {decision}: you say that no option of it is ever undone. undo is "
    "of the change back: easy where code alone changes then, partly where data do, though what "
    "went out stays out. Call plan and tell it again with undo and undo_why; if nothing can be "
    "changed back, plan with the goal alone puts the question."
)
#: GATE-6: where words alone make final what nobody but its host has to decide.
SOUNDS_FINAL = (
    "Waits for you first: {decision}: you say no person has to be asked, but its words sound "
    "final; kept says what lifts them. Call plan with that; plan with the goal alone puts the "
    "question."
)
LOOK = (
    "Where a line under see answers a decision, tell the decision again with it as evidence; what "
    "was assumed is weighed anew."
)
#: GATE-18: beside a known decision with an option that cannot be undone.
STAYS = (
    "an option cannot be undone: keep every option, and tell a decision of yours about the same "
    "under this id; if the goal means what the program will do, and nothing is done now, add that "
    "as an option of its own"
)
#: ASK-15: after words that were passed on.
ALSO_SAID = (
    "If they said more, tell the decisions it settles again{numbered}, with evidence: locator "
    "{question}, quote their words."
)
#: ASK-15: after an answer in the person's own words.
FITS_NONE = (
    "Their words are no option of {decision}. Call plan with evidence {{locator: {question}, "
    "quote: their words, supports: {{{decision}: the option that says it}}}}, and {decision} told "
    "again with that option where it has none; likewise every other decision they speak of"
    "{numbered}, and the tasks that change. If they do not answer it, tell it again in clearer "
    "words and it is asked once more."
)
#: MCP-4: after own words to a question with an option that cannot be undone.
NONE_FITS = (
    "The person chose no option of {decision}: see their_words. Call plan: tell {decision} again "
    "with an option that says them, default that option, and evidence {{locator: {question}, "
    "quote: their words, supports}}; likewise every other decision they speak of{numbered}, and "
    "the tasks that change. They are shown what you read and confirm it. Do nothing that hangs on "
    "it before."
)
#: ASK-11: after a reply that chooses nothing.
NAMES_NOTHING = (
    "If they have no preference, tell {decision} again with who_knows anyone and your default: it "
    "is taken as assumed. Else ask them which."
)
