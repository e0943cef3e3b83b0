"""The adapters against the real frameworks: asked through the gate, answered, gone on with."""

from __future__ import annotations

import ast

import pytest

from tests.clients.model import Says, serving
from tests.frameworks.conftest import PROGRAMS, Project

ASKS = Says(
    tool="ask_person",
    given={
        "question": "Which region comes first?",
        "options": {"eu-west": "nearest to us", "us-east": "nearest to them"},
    },
)
DELETES = Says(tool="delete_bucket", given={"name": "logs-2019"})
QUESTION = {
    "question": "Which region comes first?",
    "header": "Region",
    "multiSelect": False,
    "options": [
        {"label": "eu-west", "description": "nearest to us"},
        {"label": "us-east", "description": "nearest to them"},
    ],
}


@pytest.mark.rule("EXT-2")
def test_a_graph_is_interrupted_and_goes_on_in_another_process_with_the_answer(
    project: Project,
) -> None:
    assert project.run("langgraph_example.py") == "asked; plangate inbox shows it"
    assert "Which region comes first?" in project.inbox()

    project.answer("b")

    assert project.run("langgraph_example.py", "resume") == "begins in us-east"


@pytest.mark.rule("EXT-2")
def test_a_resume_value_of_a_program_is_not_believed(project: Project) -> None:
    project.run("langgraph_example.py")
    forged = PROGRAMS.joinpath("langgraph_example.py").read_text(encoding="utf-8")
    forged = forged.replace(
        "program.invoke({}, config)", "program.invoke(Command(resume='x'), config)"
    )
    forged = forged.replace(
        "import SqliteSaver", "import SqliteSaver\nfrom langgraph.types import Command"
    )
    (project.folder / "forged.py").write_text(forged, encoding="utf-8")

    assert project.run(str(project.folder / "forged.py")) == "asked; plangate inbox shows it"
    assert "Which region comes first?" in project.inbox()


@pytest.mark.rule("EXT-2")
def test_a_run_of_openai_agents_waits_for_an_answer_and_hands_it_to_the_model(
    project: Project,
) -> None:
    with serving(ASKS, Says("We begin there.")) as model:
        assert project.run("openai_agents_example.py", model=model.address) == "waits"
        project.answer("a")

        said = project.run("openai_agents_example.py", "resume", model=model.address)

        assert said == "We begin there."
        assert model.heard("eu-west")


@pytest.mark.rule("EXT-2", "ACT-1")
@pytest.mark.parametrize(
    ("choice", "came_of_it"), [("Run it", "logs-2019 is gone"), ("a", "was not run")]
)
def test_a_tool_of_openai_agents_runs_when_a_person_says_so(
    project: Project, choice: str, came_of_it: str
) -> None:
    with serving(DELETES, Says("Tidied up.")) as model:
        assert project.run("openai_agents_example.py", model=model.address) == "waits"
        assert "delete_bucket" in project.inbox()
        project.answer(choice)

        said = project.run("openai_agents_example.py", "resume", model=model.address)

        assert said == "Tidied up."
        assert model.heard(came_of_it)


@pytest.mark.rule("EXT-2")
def test_a_deferred_tool_of_pydantic_ai_returns_the_answer_in_another_process(
    project: Project,
) -> None:
    with serving(ASKS, Says("We begin there.")) as model:
        assert project.run("pydantic_ai_example.py", model=model.address) == "waits"
        project.answer("b")

        said = project.run("pydantic_ai_example.py", "resume", model=model.address)

        assert said == "We begin there."
        assert model.heard("us-east")


@pytest.mark.rule("EXT-2")
def test_what_cannot_be_asked_is_told_to_the_model_and_nobody_else(project: Project) -> None:
    vague = Says(tool="ask_person", given={"question": "Which?", "options": {"one": "only"}})
    with serving(vague, Says("I will think again.")) as model:
        said = project.run("pydantic_ai_example.py", model=model.address)

        assert said == "I will think again."
        assert model.heard("The question was not asked. options")


@pytest.mark.rule("EXT-2")
def test_a_claude_agent_killed_while_it_waits_asks_nobody_twice(project: Project) -> None:
    asks = Says(tool="AskUserQuestion", given={"questions": [QUESTION]})
    with serving(asks, Says("We begin there.")) as model:
        program = project.begin("claude_agent_example.py", model=model.address)
        while "Which region" not in project.inbox():
            assert program.poll() is None, program.communicate()[1]
        program.kill()
        program.communicate()
        project.answer("b")

        said = project.run("claude_agent_example.py", model=model.address)

        assert said == "We begin there."
        assert model.heard("us-east")
        assert "Which region" not in project.inbox()


#: The shortest programs that ask: what a person has to write, without a docstring or empty lines.
FIRST = ("first_langgraph.py", "first_openai_agents.py", "first_pydantic_ai.py")
MOST_LINES = 15


@pytest.mark.rule("EXT-2")
@pytest.mark.parametrize("program", FIRST)
def test_the_first_question_takes_a_few_lines(project: Project, program: str) -> None:
    with serving(ASKS) as model:
        project.run(program, model=model.address)

    assert "Which region comes first?" in project.inbox()


@pytest.mark.rule("EXT-2")
@pytest.mark.parametrize("program", [*FIRST, "claude_agent_example.py"])
def test_no_framework_needs_more_than_fifteen_lines_for_it(program: str) -> None:
    _docstring, *rest = ast.parse(PROGRAMS.joinpath(program).read_text(encoding="utf-8")).body
    written = ast.unparse(ast.Module(rest, []))

    assert len([line for line in written.splitlines() if line.strip()]) <= MOST_LINES
