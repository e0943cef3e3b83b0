"""One more of a kind: drafted plans beside what real commits that add something touched (UND-5).

    .venv/bin/python benchmarks/kin.py REPO... [--commits 10] [--seed 1] [--half open|held]
        [--stored] [--src DIR/src] [--show]

For every clone commits are drawn by a seed whose title opens with a word of adding and that add a
source file, or lines in two of them. They fall into an open and a held half by their own name, so
that nobody has to look at the held one. Each parent is checked out in a scratch clone and the title
is planned there. The right files are the commit's source files, those it adds too; a file a plan
makes counts as right for its folder when the commit adds one there. `--stored` draws commits that
touch a migration or a schema as well: they add something that is kept. `--src` plans with another
checkout of plangate. Intervals are Wilson's, 95 %.
"""

import argparse
import hashlib
import os
import posixpath
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))
sys.path.insert(0, dict(pairwise(sys.argv)).get("--src", sys.path[-1]))

import plangate
from benchmarks.places import CHORE, git, interval, is_source, is_test, says
from plangate.interfaces.outcome_documents import outcome_document

ADDS = re.compile(
    r"^(?:(?:feat|feature|new)(?:\([^)]*\))?!?:\s*|\[[^\]]+\]\s*)?"
    r"(?:add(?:s|ed|ing)?|support(?:s|ed)?|implement(?:s|ed)?|introduce[sd]?|allow(?:s|ed)?"
    r"|create[sd]?|new)\b",
    re.IGNORECASE,
)
#: How libraries declare an option, a variable of the environment is read, a route is written.
OFFERS = re.compile(
    r"#\[(?:arg|clap|structopt)\(.*\blong\b|\.long\(\"|[Ff]lags?(?:\(\))?\.\w+\(|cli\.\w+Flag\{|`long:\""
    r"|add_argument\(|[@.]option\(|(?:addOption|InputOption|requiredOption)\(|@Option\("
    r"|getenv\(\s*[\"'][A-Z]|environ(?:\.get\(|\[)[\"'][A-Z]|process\.env\.[A-Z]|\benv\([\"'][A-Z]"
    r"|^\+\s+[\"']?[A-Z][A-Z0-9]*_[A-Z0-9_]+[\"']?: (?:z\.|\{)"
    r"|HandleFunc\(|\.(?:GET|POST|PUT|PATCH|DELETE)\(\"|@\w+\.(?:get|post|put|patch|delete|route)\("
)
#: What tends the program rather than adds to it.
TENDS = re.compile(r"\b(?:tests?|specs?|docs?|documentation|readme|comments?|ci|lint\w*)\b", re.I)
MOST = 10
#: Where the shape of what is stored is changed.
STORES = re.compile(
    r"(?:^|/)\w*migrat\w*/.*\d|(?:^|/)migrations?\.\w+$|(?:^|/)schema\.(?:rb|prisma)$"
    r"|(?:^|/)schema/[^/]+\.php$|\.sql$",
    re.IGNORECASE,
)


class Case(NamedTuple):
    repo: str
    commit: str
    parent: str
    goal: str
    changed: frozenset[str]
    added: frozenset[str]
    tests: frozenset[str]


class Told(NamedTuple):
    case: Case
    tasks: Sequence[Any]
    here: frozenset[str]
    kin: bool

    @property
    def files(self) -> list[str]:
        """The source files the plan names, in its order."""
        named = dict.fromkeys(path for task in self.tasks for path in task["files"])
        return [path for path in named if is_source(path)]

    @property
    def tests(self) -> list[str]:
        named = dict.fromkeys(path for task in self.tasks for path in task["files"])
        return [path for path in named if is_test(path)]

    @property
    def new(self) -> list[str]:
        return [path for path in self.files if path not in self.here]

    def is_right(self, path: str) -> bool:
        """Whether the commit touched a file, or adds one of the kind where the plan makes one."""
        case = self.case
        beside = path not in self.here and _home(path) in set(map(_home, case.added))
        return path in case.changed or path in case.added or beside


def _home(path: str) -> tuple[str, str]:
    """A file's folder; of one in a folder of its own, as `slack/slack.go`, the folder around."""
    folder, name = posixpath.split(path)
    stem = re.sub(r"\W|_", "", name.partition(".")[0].lower())
    if re.sub(r"\W|_", "", posixpath.basename(folder).lower()) in (stem, f"{stem}s"):
        folder = posixpath.dirname(folder)
    return folder, name.rpartition(".")[2]


def drawn(clone: Path, name: str, options: argparse.Namespace) -> list[Case]:
    wanted = ("log", "HEAD", "-n4000", "--no-merges", "--format=%x01%H %P%n%s%x02")
    log = git(clone, *wanted, "--name-status", "--no-renames")
    every = [case for block in log.split("\x01")[1:] if (case := _case(name, block))]
    fitting = [case for case in every if not options.stored or _stores(case)]
    shuffled = random.Random(f"{options.seed}:{name}").sample(fitting, len(fitting))
    wanted_here = (case for case in shuffled if not options.offers or offers(clone, case))
    picked = list(islice(wanted_here, 2 * options.commits))
    half = [case for case in picked if options.half in ("all", half_of(case.commit))]
    order = {case.commit: at for at, case in enumerate(reversed(fitting))}
    return sorted(half, key=lambda case: order[case.commit])


def _stores(case: Case) -> bool:
    touched = case.changed | case.added
    return any(map(STORES.search, touched)) and not all(map(STORES.search, touched))


def offers(clone: Path, case: Case) -> bool:
    """Whether a commit adds a line that declares an option, a setting or a route."""
    try:
        diff = git(clone, "show", "-U0", "--format=", case.commit, "--", *sorted(case.changed))
    except (subprocess.CalledProcessError, UnicodeDecodeError):
        return False
    return any(line[:1] == "+" and OFFERS.search(line) for line in diff.splitlines())


def half_of(commit: str) -> str:
    return "open" if hashlib.sha256(commit.encode()).digest()[0] % 2 else "held"


def _case(name: str, block: str) -> Case | None:
    message, _, changes = block.partition("\x02")
    names, title = [*message.split("\n", 1), ""][:2]
    commit, *parents = names.split()
    rows = [line.split("\t") for line in changes.split("\n") if "\t" in line]
    changed = frozenset(path for how, path in rows if how == "M" and is_source(path))
    added = frozenset(path for how, path in rows if how == "A" and is_source(path))
    tests = frozenset(path for how, path in rows if how in "AM" and is_test(path))
    plain = re.sub(r"\s*\(#\d+\)|\s*#\d+", "", title).strip()
    fits = ADDS.match(plain) and not CHORE.search(plain) and not TENDS.search(plain)
    if len(parents) != 1 or not fits or says(plain) < 1 or len(rows) > 30:
        return None
    if not (added or len(changed) > 1) or len(added) + len(changed) > MOST:
        return None
    return Case(name, commit, parents[0], plain, changed, added, tests)


def planned(clone: Path, case: Case, folder: Path) -> Told:
    here = frozenset(git(clone, "ls-files").splitlines())
    database = folder / f"{case.commit}.db"
    with plangate.open_planner(workspace=clone, db=database) as planner:
        advanced = planner.start(case.goal, str(clone))
        document = outcome_document(advanced)
    plan = document.get("plan")
    seen = advanced.session.seen
    return Told(case, plan["tasks"] if plan else [], here, bool(getattr(seen, "kin", None)))


def measured(repository: Path, scratch: Path, options: argparse.Namespace) -> list[Told]:
    name = (repository.parent if repository.name == "repo" else repository).name
    clone = scratch / name
    copied = ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(clone)]
    subprocess.run(copied, check=True)
    told: list[Told] = []
    for case in drawn(clone, name, options):
        try:
            git(clone, "checkout", "-q", "--detach", "--force", case.parent)
        except subprocess.CalledProcessError:
            continue  # a clone that lacks some of its objects
        told.append(planned(clone, case, scratch))
        if options.show:
            sys.stdout.write(drafted(told[-1]))
            sys.stdout.flush()
    return told


def drafted(one: Told) -> str:
    """A plan to be read beside what the commit did."""
    rows = [f"\n=== {one.case.repo} {one.case.commit[:9]}  {one.case.goal}  kin={one.kin}"]
    rows += [
        f"  commit: M {' '.join(sorted(one.case.changed))} A {' '.join(sorted(one.case.added))}"
    ]
    rows += [f"  tests:  {' '.join(sorted(one.case.tests))}"]
    for task in one.tasks:
        marks = " ".join(f"{'+' if one.is_right(p) else ''}{p}" for p in task["files"])
        rows += [f"  - {task['title']}  [{marks}]"]
    return "\n".join(rows) + "\n"


def shown(name: str, told: Sequence[Told]) -> str:
    rows = [f"{name} ({len(told)} commits, a family found for {sum(one.kin for one in told)})"]
    right = [[path for path in one.files if one.is_right(path)] for one in told]
    first = [
        any(one.is_right(path) for path in one.tasks[0]["files"] if is_source(path))
        for one in told
        if one.tasks
    ]
    rows.append(f"  names a right source file   {interval(sum(map(bool, right)), len(told))}")
    rows.append(f"  … in the first task         {interval(sum(first), len(told))}")
    named = sum(len(one.files) for one in told)
    rows.append(f"  of the files named, right   {interval(sum(map(len, right)), named)} of {named}")
    touched = sum(len(one.case.changed | one.case.added) for one in told)
    met = sum(_met(one) for one in told)
    rows.append(f"  of the files touched, named {interval(met, touched)} of {touched}")
    adding = [one for one in told if one.case.added]
    made = sum(any(one.is_right(path) for path in one.new) for one in adding)
    rows.append(f"  new file, folder right      {interval(made, len(adding))} of {len(adding)}")
    never = [one for one in told if not one.case.added]
    wrong = sum(bool(one.new) for one in never)
    rows.append(f"  a new file nobody added     {interval(wrong, len(never))} of {len(never)}")
    tested = [one for one in told if one.case.tests]
    tests = sum(any(_is_right_test(one, test) for test in one.tests) for one in tested)
    rows.append(f"  right test file             {interval(tests, len(tested))} of {len(tested)}")
    return "\n".join(rows)


def _met(one: Told) -> int:
    """How many of the commit's source files the plan names; a new one by its folder, once each."""
    named = set(one.files)
    left = [path for path in one.new if path not in one.case.added]
    met = len(named & (one.case.changed | one.case.added))
    for path in sorted(one.case.added - named):
        match = next((made for made in left if _home(made) == _home(path)), None)
        if match is not None:
            left.remove(match)
            met += 1
    return met


def _is_right_test(one: Told, test: str) -> bool:
    fresh = test not in one.here
    homes = {_home(path) for path in one.case.tests if path not in one.here}
    return test in one.case.tests or (fresh and _home(test) in homes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", choices=("open", "held", "all"), default="open")
    parser.add_argument("--stored", action="store_true", help="commits that change what is stored")
    parser.add_argument("--offers", action="store_true", help="commits that add to the surface")
    parser.add_argument("--src", help="the src folder of another checkout to plan with")
    parser.add_argument("--show", action="store_true", help="every plan beside its commit")
    options = parser.parse_args()
    everything: list[Told] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        for repository in options.repositories:
            everything += measured(repository.resolve(), Path(folder), options)
    sys.stdout.write(f"\n{shown('all', everything)}\n")
    with_kin = [one for one in everything if one.kin]
    sys.stdout.write(f"{shown('with a family', with_kin)}\n" if with_kin else "")


if __name__ == "__main__":
    main()
