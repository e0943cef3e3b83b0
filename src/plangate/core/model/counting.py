"""Numbers of things in words; nothing that is counted is said in the wrong number anywhere."""


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 task`, `2,000 tasks`, `3 memories`."""
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"
