"""Which commands there are, in their groups, without loading one of them (CLI-1, CLI-6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class _Listed(NamedTuple):
    """A command's place and its one line in the list, so that the list loads none of them."""

    module: str
    attribute: str
    line: str


#: CLI-1, CLI-6: every command in its group, what a day needs first: its name (with a _ where Python
#: has the name itself), its module and its line in the list.
_COMMANDS = """
Every day
  plan plans.plan: Make a plan of a goal, or ask the one thing it needs.
  inbox questions.waiting: Open questions, most costly first.
  answer questions.answer: Answer a question and go on.
  ready plans.progress: What can be worked on now.
  start plans.progress: Say that the work on a task begins.
  done plans.progress: Say that a task is done.
  wrong decisions.ledger_commands: Overturn what was decided; the plan follows.
  status plans.progress: How far the work on a plan is.
Questions
  show questions.show: Show a question, session, assumption or deferral.
  hold questions.answer: Suspend a question and its deadline.
  resume questions.answer: Ask a held question again.
  withdraw questions.answer: Take a question back; a likely reading holds.
  note questions.answer: Say something about a question without answering.
  discuss questions.answer: Go through a goal's decisions, or talk about a question.
  wait questions.wait: Wait until a question is settled.
  decide decisions.ledger_commands: Decide what is parked because nobody may assume it.
  scope questions.scope: Decide about many options without dropping one.
  deferrals decisions.ledger_commands: Questions left for a quieter moment.
Plans
  sessions plans.session_list: Recent sessions and where they stand.
  brief plans.brief: What is there already, where the work is, what to copy.
  explore plans.brief: Look something up in the workspace; nothing is planned.
  adopt plans.adopt: Take over a plan that you have already.
  fail plans.progress: Mark a task as failed and replan it.
  close plans.progress: Say that nobody wants a plan any more.
  approve plans.plan_versions: Approve the steps that cannot be undone.
  plan-diff plans.plan_versions: What two versions of a plan differ in.
  plan-edit plans.plan_versions: Write your own version of a plan.
  publish plans.publish: Keep a plan as a file in its repository.
  ooda plans.ooda: Note what you find out until it can be planned.
  check plans.check: Say whether a plan is detailed enough to work from.
  convert plans.convert: Write a plan file in another tool's format.
Decisions
  assumptions decisions.ledger_commands: What was decided without asking, and why.
  confirm decisions.ledger_commands: Say that a decision is right.
  undo decisions.ledger_commands: Take back what you said last about a decision.
  remember decisions.memories: Keep a fact or a decision for later plans.
  forget decisions.forget: Never use a memory again, or erase from the log.
  memories decisions.memories: What later plans may rest on.
You
  asks person.prefs: Be asked more, as usual, or less in a workspace.
  prefs person.prefs: What you do not want to be asked.
  focus person.focus: Say how much you may be interrupted.
  notify person.notify: Where you are told that something waits.
  stats person.prefs: What your questions cost and what came of them.
  allow person.allow: Hand one of your rights to a script, for a while.
  models person.models: Which language model may think, and where it is.
  trust person.trust: Let the rules count that a workspace brings along.
Agents and the record
  setup agents.setup: Put plangate into a coding agent, or take it out again.
  mcp agents.mcp: Serve planning to coding agents (MCP).
  hook agents.hook: What a coding agent runs before it asks you or plans.
  serve agents.serve: Serve the web page, for you alone.
  login agents.serve: Print a link that logs you in to the web page.
  open_ agents.serve: Open the page of a question, plan or decision.
  prime agents.prime: What an agent needs to know, in under 400 tokens.
  gate agents.gate: Decide a document of ambiguities; needs no database.
  lint-question agents.gate: Find what is wrong with a question.
  catalog agents.catalog: Check decisions and kinds of change of your own.
  audit log.audit: Prove from the record that the rules were followed.
  export log.record: Write the record as JSON lines.
  import_ log.record: Bring an export back in.
  move log.move: Carry the record into another database.
  doctor log.doctor: Look after the database and say what to do.
  people team.people_commands: Who is in a team, and what they may do.
  policy team.policy: What a team's gate goes by, by version.
  assign team.people_commands: Say whose question it is.
  claim team.people_commands: Take a question on.
  worker team.worker: Move a team's sessions on, until stopped.
  workers team.worker: Who serves which workspace of a team.
  demo demo: A two-minute tour in a temporary directory.
  completion completion: Print the completion script of a shell.
"""


def _groups() -> Iterator[tuple[str, dict[str, _Listed]]]:
    """The groups by their titles, which alone stand at the margin."""
    for group in re.split(r"\n(?=\S)", _COMMANDS.strip()):
        title, *lines = group.splitlines()
        rows = (line.split(maxsplit=2) for line in lines)
        yield (
            title,
            {
                name.rstrip("_"): _Listed(
                    f"plangate.interfaces.cli.{module[:-1]}", name.replace("-", "_"), line
                )
                for name, module, line in rows
            },
        )


GROUPS = dict(_groups())
COMMANDS = {name: listed for group in GROUPS.values() for name, listed in group.items()}
