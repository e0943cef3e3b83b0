"""What a plugin tells an agent: a skill that says when to call, and three commands (HOOK-2).

Every agent gets the same sentences; each one's own file format is plugins.py's.
"""

from __future__ import annotations

from typing import NamedTuple

DESCRIPTION = "Few questions, assumptions written down, a plan that was checked."

SKILL_DESCRIPTION = (
    "Plans a change with few questions, written assumptions and a checked plan. Use before a "
    "change of several steps, when a request can be read in more than one way, when a decision "
    "has many options, or after losing the context of planned work."
)

SKILL = """\
# Planning with plangate

Use this before a change of several steps, when a goal can be read in more than one way, or when a
decision has many options. A typo or a one-line fix needs no plan.

1. Call the `plan` tool with the goal: it returns a brief of the repository and an example. Call it
   again with your decisions, tasks and evidence: every one of them gets a verdict.
2. Put a returned question to the person as it is, with every option, and pass the reply on with
   `answer`. Nobody there: do other work and `wait` later; after the deadline its default holds.
3. A decision with five options or more goes to `decide_scope`. Never drop an option yourself.
4. Cure the findings of your tasks; send only what changes. `check_plan` judges any other plan.
5. Say with `task` what is begun, done or failed. After losing your context call `status`.
6. Tell the person what was assumed.
"""


class Command(NamedTuple):
    """A command a person types: what it does, and what the agent is to do then."""

    name: str
    description: str
    takes: str
    tools: tuple[str, ...]
    prompt: str


#: `@GOAL@` is where an agent puts what the person typed behind the command.
GOAL = "@GOAL@"
COMMANDS = (
    Command(
        "plan",
        "Plan a goal: few questions, written assumptions, a checked plan",
        "[goal]",
        ("plan", "status", "wait", "check_plan"),
        f"""\
Plan this goal with plangate: {GOAL}

Without a goal take the one of our conversation. Call the `plan` tool with the goal, read what its
brief names, then call it again with your decisions, tasks and evidence. Show me the plan, what was
assumed, and a question as it stands if there is one. Do not begin the work before I say so.
""",
    ),
    Command(
        "inbox",
        "The questions that wait for you in this project",
        "",
        ("status", "wait"),
        """\
Call plangate's `status` tool and show me every open question as it stands: its text, every option
with what it leads to, and what happens without an answer. Recommend nothing and answer nothing
yourself. When I answer, pass on what I said with the `answer` tool; where it says that only I can
answer, tell me the command.
""",
    ),
    Command(
        "assumptions",
        "What was decided without you in this project",
        "",
        ("status",),
        """\
Call plangate's `status` tool and list what was assumed without me: the decision, how sure it is,
and the tasks that rest on it (status with the session gives the reasons). Say for each that
`plangate wrong ID` in my terminal overturns it. Change nothing yourself.
""",
    ),
)
