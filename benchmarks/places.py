"""Where the work is: the brief beside plain BM25 on real commits of any clone (UND-5).

    .venv/bin/python benchmarks/places.py REPO... [--commits 40] [--seed 1] [--long] [--issues DIR]

For every clone commits are drawn by a seed. The goal is the title (with --long: of commits with a
long message, the whole of it, as a stand-in for an issue). Each parent is checked out in a scratch
clone, so that nothing of what came later is there, neither files nor history; the right places are
the source files the commit changed and that were there. Files of an issue: DIR holds pairs
NAME-NUMBER.txt (the issue) and NAME-NUMBER.patch (what mended it, its tests too), NAME being the
clone's folder, the patch's base commit on its first line as `base: COMMIT`. Both rankings see the
same files. Intervals are Wilson's, 95 %.
"""

import argparse
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.extend(str(Path(__file__).resolve().parents[1] / each) for each in (".", "src"))

import plangate

KS = (1, 3, 5, 10)
SOURCE = tuple(
    ".py .js .jsx .mjs .cjs .ts .tsx .mts .vue .svelte .go .rs .java .kt .scala .rb .php .cs .c .h "
    ".cc .cpp .hpp .swift .dart .ex .exs .clj .lua".split()
)
TEST = re.compile(
    r"(?:^|/)(?:[Tt]ests?|testing|__tests__|specs?|e2e|testdata|fixtures|[^/]*\.Tests?)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test|[^/]*[.-](?:test|spec)|[^/]*_spec|conftest|tests)\.\w+$"
    r"|[A-Z]\w*(?:Tests?|IT|Spec)\.(?:java|kt|scala|cs|swift)$"
)
COPIED = re.compile(r"(?:^|/)(?:vendor|node_modules|third_party|dist|generated)/|\.min\.js$")
#: Not work on the code: a release, a dependency, a merge.
CHORE = re.compile(
    r"^(?:merge|revert|release|bump|version|prepare|update (?:changelog|version)|v?\d+\.\d)"
    r"|\b(?:deps|dependabot|renovate|changelog|release[sd]?|bump(?:s|ed)?|typos?)\b|\[maven",
    re.IGNORECASE,
)
#: Words by which nobody could find a place: a title needs two others.
SAYS_NOTHING = re.compile(
    r"^(?:an?|the|and|or|of|for|to|in|on|with|from|by|is|are|be|it|as|at|add(?:s|ed|ing)?"
    r"|fix(?:es|ed|ing)?|update[sd]?|updating|remove[sd]?|removing|chang(?:e[sd]?|ing)|use[sd]?"
    r"|using|improve[sd]?|clean(?:up|ed)?|up|refactor(?:s|ed|ing)?|tweak(?:s|ed)?|minor|small|more"
    r"|some|feat|chore|docs?|bug|code|stuff|wip|lint\w*|eslint|prettier|rubocop|style[sd]?|test(?:s|ing)?"
    r"|format(?:ted|ting)?|comments?|failing|unused|build|ci|refs?|closes)$",
    re.IGNORECASE,
)
LEAST_SAID = 2
LONG_MESSAGE = 400


class Case(NamedTuple):
    """A goal, the state of the files it was wanted in, and the files that were changed for it."""

    repo: str
    commit: str
    parent: str
    goal: str
    places: frozenset[str]
    tests: frozenset[str]


class Answer(NamedTuple):
    places: Sequence[str]
    tests: Sequence[str] = ()
    strength: float = 0.0


# --- cases ----------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode(errors="replace")


def is_source(path: str) -> bool:
    return path.endswith(SOURCE) and not TEST.search(path) and not COPIED.search(path)


def is_test(path: str) -> bool:
    return path.endswith(SOURCE) and TEST.search(path) is not None


def drawn(clone: Path, name: str, wanted: int, seed: int, long: bool) -> list[Case]:
    """Commits of one clone, oldest first: the index of one parent serves the next."""
    log = git(
        clone,
        "log",
        "origin/HEAD",
        "-n6000",
        "--no-merges",
        "--format=%x01%H %P%n%s%n%b%x02",
        "--name-status",
        "--no-renames",
    )
    fitting = [case for block in log.split("\x01")[1:] if (case := _case(name, block, long))]
    recent = fitting[: max(wanted * 4, len(fitting) // 2)]
    picked = set(
        random.Random(f"{seed}:{name}").sample(range(len(recent)), min(wanted, len(recent)))
    )
    return [case for at, case in reversed(list(enumerate(recent))) if at in picked]


def _case(name: str, block: str, long: bool) -> Case | None:
    message, _, changes = block.partition("\x02")
    names, title, body = [*message.split("\n", 2), "", ""][:3]
    commit, *parents = names.split()
    changed = [line.split("\t") for line in changes.split("\n") if "\t" in line]
    places = frozenset(p for how, p in changed if how == "M" and is_source(p))
    tests = frozenset(p for how, p in changed if how == "M" and is_test(p))
    plain = re.sub(r"\s*\(#\d+\)|\s*#\d+|^\w+ #\d+ -+ ", "", title).strip()
    body = re.sub(
        r"^(?:Signed-off-by|Co-authored-by|Reviewed-by|Change-Id|PiperOrigin)[^\n]*$",
        "",
        body,
        flags=re.M,
    )
    if (
        len(parents) != 1
        or not 1 <= len(places) <= 8
        or CHORE.search(plain)
        or len(plain.split()) < 3
        or says(plain) < LEAST_SAID
    ):
        return None
    if long and len(body.strip()) < LONG_MESSAGE:
        return None
    return Case(
        name, commit, parents[0], f"{plain}\n\n{body.strip()}" if long else plain, places, tests
    )


def says(title: str) -> int:
    """How many words of a title could tell where the work is."""
    return sum(not SAYS_NOTHING.match(word) for word in re.findall(r"\w{2,}", title))


def issues(clone: Path, name: str, options: argparse.Namespace) -> list[Case]:
    """Issues kept as text with the patch that mended them."""
    found: list[Case] = []
    for text in sorted(options.issues.glob(f"{name}-[0-9]*.txt")):
        patch = text.with_suffix(".patch").read_text(encoding="utf-8", errors="replace")
        base = re.match(r"base: (\w+)", patch)
        changed = re.findall(r"^--- a/(.+)$", patch, re.M)
        places = frozenset(filter(is_source, changed))
        if base and places:
            tests = frozenset(filter(is_test, changed))
            found.append(
                Case(name, base[1], base[1], text.read_text(encoding="utf-8"), places, tests)
            )
    found = random.Random(f"{options.seed}:{name}").sample(found, min(options.commits, len(found)))
    return sorted(found, key=lambda case: when(clone, case.parent))


def when(clone: Path, commit: str) -> int:
    """When a commit was made; those the clone lacks come first, and are passed over later."""
    try:
        return int(git(clone, "show", "-s", "--format=%ct", commit))
    except subprocess.CalledProcessError:
        return 0


# --- the two rankings -----------------------------------------------------------------------------


class PlainBM25:
    """The thirty lines to beat: identifiers split, crude stems, the words of the path added."""

    def __init__(self) -> None:
        self._counted: dict[str, Counter[str]] = {}

    def answer(self, clone: Path, goal: str) -> Answer:
        files: list[tuple[str, Counter[str]]] = []
        for line in git(clone, "ls-tree", "-r", "HEAD").splitlines():
            about, path = line.split("\t", 1)
            if is_source(path) and about.startswith("100"):
                files.append((path, self._words(clone, path, about.split()[2])))
        length = sum(sum(words.values()) for _, words in files) / max(1, len(files))
        query = set(stems(goal))
        carriers = Counter(word for _, words in files for word in query if word in words)
        scores: list[tuple[float, str]] = []
        for path, words in files:
            size = 0.25 + 0.75 * sum(words.values()) / length
            score = sum(
                math.log(1 + (len(files) - carriers[w] + 0.5) / (carriers[w] + 0.5))
                * words[w]
                * 2.2
                / (words[w] + 1.2 * size)
                for w in query
                if w in words
            )
            scores.append((-score, path))
        return Answer([path for score, path in sorted(scores) if score < 0][:12])

    def _words(self, clone: Path, path: str, blob: str) -> Counter[str]:
        if (key := f"{blob} {path}") not in self._counted:
            try:
                text = (clone / path).read_text(encoding="utf-8", errors="replace")[:1_000_000]
            except OSError:
                text = ""
            self._counted[key] = Counter(stems(f"{path} {text}"))
        return self._counted[key]


def stems(text: str) -> Iterator[str]:
    for part in re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+", text):
        word = part.lower()
        yield re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 else word


def the_brief(clone: Path, goal: str) -> Answer:
    document: dict[str, Any] = plangate.brief(goal[:20_000], workspace=clone)
    places = document["places"]
    tests = dict.fromkeys(test for place in places for test in place["tests"])
    return Answer(
        [place["path"] for place in places], list(tests), places[0]["strength"] if places else 0.0
    )


# --- counting -------------------------------------------------------------------------------------


class Told(NamedTuple):
    case: Case
    brief: Answer
    bm25: Answer


def hits(told: Sequence[Told], side: str, k: int) -> int:
    return sum(not one.case.places.isdisjoint(getattr(one, side).places[:k]) for one in told)


def interval(right: int, of: int) -> str:
    if not of:
        return "   -"
    share, z = right / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * share:5.1f} ({100 * (middle - half):.0f}-{100 * (middle + half):.0f})"


def shown(name: str, told: Sequence[Told]) -> str:
    rows = [f"{name} ({len(told)})"]
    for side in ("brief", "bm25"):
        at = "  ".join(f"@{k} {interval(hits(told, side, k), len(told))}" for k in KS)
        none = sum(not getattr(one, side).places for one in told)
        rows.append(f"  {side:5}  {at}  names none {none}")
    tested = [one for one in told if one.case.tests]
    right = sum(not one.case.tests.isdisjoint(one.brief.tests[:3]) for one in tested)
    rows.append(
        f"  right test among the first three {interval(right, len(tested))} of {len(tested)}"
    )
    return "\n".join(rows)


def calibration(told: Sequence[Told]) -> str:
    """How often the first place is right, by how sure the brief says it is."""
    rows = []
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        within = [
            one
            for one in told
            if low <= one.brief.strength < low + 0.2 or (low == 0.8 and one.brief.strength >= 1)
        ]
        if within:
            mean = sum(one.brief.strength for one in within) / len(within)
            right = interval(hits(within, "brief", 1), len(within))
            rows.append(f"  said {mean:.2f}, right {right} of {len(within)}")
    return "\n".join(("strength of the first place", *rows))


def measured(repository: Path, scratch: Path, options: argparse.Namespace) -> list[Told]:
    name = (repository.parent if repository.name == "repo" else repository).name
    clone = scratch / name
    if not clone.exists():
        subprocess.run(
            ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(clone)],
            check=True,
        )
    if options.issues:
        cases = issues(clone, name, options)
    else:
        cases = drawn(clone, name, options.commits, options.seed, options.long)
    plain, told = PlainBM25(), []
    for case in cases:
        if not stands_at(clone, case.parent):
            continue  # a clone that lacks the commit
        told.append(Told(case, the_brief(clone, case.goal), plain.answer(clone, case.goal)))
    return told


def stands_at(clone: Path, commit: str) -> bool:
    """Check a commit out, without the files whose text the clone lacks (large ones, mostly)."""
    try:
        git(clone, "checkout", "-q", "--detach", "--force", commit)
    except subprocess.CalledProcessError:
        try:
            git(clone, "update-ref", "--no-deref", "HEAD", commit)
            git(clone, "read-tree", "HEAD")
        except subprocess.CalledProcessError:
            return False
        command = ["git", "-C", str(clone), "checkout-index", "-a", "-f", "-q"]
        subprocess.run(command, capture_output=True, check=False)
        git(clone, "clean", "-ffdqx")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", action="store_true", help="commits with a long message, whole")
    parser.add_argument("--issues", type=Path, help="a folder of NAME.txt and NAME.patch")
    options = parser.parse_args()
    everything: list[Told] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        for repository in options.repositories:
            told = measured(repository.resolve(), Path(folder), options)
            everything += told
            sys.stdout.write(shown(repository.resolve().parent.name, told) + "\n")
            sys.stdout.flush()
    sys.stdout.write(f"\n{shown('all', everything)}\n{calibration(everything)}\n")


if __name__ == "__main__":
    main()
