"""What is there already: is it said when it is, and not said when it is not (UND-4).

    .venv/bin/python benchmarks/existing.py [REPO...] [--commits 40] [--seed 1] [--held] [--goals]
                                            [--show]

Without a clone: the labelled goals of tests/sets, the open half (the held half as sums only). With
`--goals`: those of existing_goals.json that are about one of the clones, which are left as they are
checked out (`OWNER+NAME` or `OWNER+NAME/repo`). With clones alone: commits whose title adds
something are drawn by a seed. Before such a commit the thing is seldom there, right after it it is:
the brief is asked the same goal in both states. What it says before is mostly wrong; `--show`
prints it, to be judged by eye: now and then the thing had been built already. What it says after is
right when it names a file the commit touched. After it the commit's own title speaks for it too:
what is found without that is what somebody else would have found, and is counted apart.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate
from benchmarks.places import Case, drawn, git, interval
from plangate.core.model.policy.understanding_numbers import IS_THERE
from tests.sets.load import Half, goals

ADDS = re.compile(
    r"^(?:feat\b.*?: |feature: |\w+: )?(?:add|implement|support|introduce|allow|create|enable)"
    r"(?:s|ed)?\b",
    re.I,
)


def files_of(entries: list[str]) -> list[str]:
    return [entry.rpartition(" ")[2].rpartition(":")[0] for entry in entries]


def labelled(half: Half) -> None:
    entries = right = there = said = 0
    for goal in goals(half):
        found = files_of(strong(goal.goal, goal.root))
        paths = {one.path for one in goal.exists}
        entries += len(found)
        right += sum(path in paths for path in found)
        if goal.kind == "exists_already":
            there += 1
            said += any(path in paths for path in found)
    write(f"{half} half: right at {IS_THERE} or more {interval(right, entries)} of {entries}")
    write(f"  features that are there, said {interval(said, there)} of {there}")


def about_clones(repositories: list[Path], half: str) -> None:
    """Goals in our own words: half of them ask for something that is there under another name."""
    entries = right = there = said = absent = wrong = first = among = shown = 0
    sets = json.loads((Path(__file__).parent / "existing_goals.json").read_text(encoding="utf-8"))
    for repository in repositories:
        name = (repository.parent if repository.name == "repo" else repository).name
        for goal, label in sets[half].get(name.replace("+", "/"), ()):
            document: dict[str, Any] = plangate.brief(goal, workspace=repository)
            found = strong_entries(document)
            named = [
                f"{one['what']} ({one['why']}) {one['locator']}"
                for one in (*document["exists"], *document["nearest"])
            ]
            firsts = [bool(label and re.search(label, one, re.IGNORECASE)) for one in named]
            first, among = first + any(firsts[:1]), among + any(firsts[:3])
            shown += bool(document["nearest"] and not label)
            fits = [bool(label and re.search(label, one, re.IGNORECASE)) for one in found]
            entries, right = entries + len(found), right + sum(fits)
            there, said = there + bool(label), said + any(fits)
            absent, wrong = absent + (not label), wrong + bool(found and not label)
    write(f"{half} goals: right at {IS_THERE} or more {interval(right, entries)} of {entries}")
    write(f"  features that are there, said {interval(said, there)} of {there}")
    write(f"  named first {interval(first, there)}, among three {interval(among, there)}")
    write(f"  something near is named for {interval(shown, absent)} of what is not there")
    write(f"  features that are not there, said {interval(wrong, absent)} of {absent}")


def strong(goal: str, workspace: Path) -> list[str]:
    """What the brief says is there, each with its locator."""
    return strong_entries(plangate.brief(goal, workspace=workspace))


def strong_entries(document: Mapping[str, Any]) -> list[str]:
    sure = [entry for entry in document["exists"] if entry["strength"] >= IS_THERE]
    return [f"{entry['what']} ({entry['why']}) {entry['locator']}" for entry in sure]


def before_and_after(repositories: list[Path], options: argparse.Namespace) -> None:
    total = before = after = right = unaided = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        for repository in repositories:
            name = (repository.parent if repository.name == "repo" else repository).name
            clone = Path(folder) / name
            command = ["git", "clone", "-q", "--shared", "--no-checkout"]
            subprocess.run([*command, str(repository), str(clone)], check=True)
            cases = [
                c for c in drawn(clone, name, 4_000, options.seed, False) if ADDS.match(c.goal)
            ]
            for case in cases[-options.commits :]:
                if (found := _both(clone, case)) is not None:
                    total += 1
                    before += bool(found[0])
                    after += bool(found[1])
                    right += not case.places.isdisjoint(files_of(found[1]))
                    unaided += any(case.commit[:7] not in entry for entry in found[1])
                    if options.show and found[0]:
                        write(f"{name}: {case.goal}\n    {'; '.join(found[0])}")
    write(f"{total} commits that add something: said before it {interval(before, total)}")
    write(f"  said after it {interval(after, total)}, naming a file of it {interval(right, total)}")
    write(f"  said after it by something else than its own title {interval(unaided, total)}")


def _both(clone: Path, case: Case) -> tuple[list[str], list[str]] | None:
    try:
        git(clone, "checkout", "-q", "--detach", "--force", case.parent)
        first = strong(case.goal, clone)
        git(clone, "checkout", "-q", "--detach", "--force", case.commit)
    except subprocess.CalledProcessError:
        return None  # a clone that lacks some of its objects
    return first, strong(case.goal, clone)


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="*", type=Path)
    parser.add_argument("--commits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held", action="store_true", help="the sums of the held half too")
    parser.add_argument("--show", action="store_true", help="what is said before a commit")
    parser.add_argument("--goals", action="store_true", help="labelled goals about the clones")
    options = parser.parse_args()
    if options.goals:
        paths = [path.resolve() for path in options.repositories]
        looked_at = ("open", "described", "stories", "near", "unfound")
        others = tuple(f"{half}_held".removeprefix("open_") for half in looked_at)
        for half in (*looked_at, *(others if options.held else ())):
            about_clones(paths, half)
        return
    if options.repositories:
        before_and_after([path.resolve() for path in options.repositories], options)
        return
    labelled("open")
    if options.held:
        labelled("held")


if __name__ == "__main__":
    main()
