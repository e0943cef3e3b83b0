"""A language model as mind and as investigator, through pydantic-ai (LLM-1…7; the extra `llm`).

LLM-6: proved with a scripted provider, kept replies of an able model, and a real small one.

Nothing here decides: what a model sends is a proposal that the core judges like a host's. Nothing
but `calling.py` imports pydantic-ai, and that is imported when a model is called, not before.

    prompts/*.md  what a model is told, each with a version, and its reasons in prompts/why
    prompting.py  a prompt with its parts, repository text fenced as data
    calling.py    one call through pydantic-ai: what came back, what it took, how it ended
    purse.py      money: reserved before a call, settled after it
    mind.py       the port: propose, draft, expand, understand
    looking.py    explore and librarian as bounded tool loops, over tools.py
    providers.py  where a model's calls go, and who confirmed that
"""
