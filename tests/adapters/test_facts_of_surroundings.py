"""CI, containers, infrastructure, jobs, front ends, translations and history; and broken files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plangate.adapters.library.statements import statements
from plangate.adapters.repo.checkout.workspace_files import Workspace
from plangate.adapters.repo.facts.families import facts_of
from tests.adapters.trees import Tree, facts, located, plant, said

pytestmark = pytest.mark.rule("INV-3", "INV-11")

#: kind of fact: a tree, and what is said of it.
SURROUNDED: dict[str, tuple[str, Tree, list[str]]] = {
    "GitHub Actions": (
        "ci_workflow",
        {".github/workflows/ci.yml": "on: push\n", ".github/dependabot.yml": ""},
        [".github/workflows/ci.yml"],
    ),
    "GitLab": ("ci_workflow", {".gitlab-ci.yml": ""}, [".gitlab-ci.yml"]),
    "CircleCI": ("ci_workflow", {".circleci/config.yml": ""}, [".circleci/config.yml"]),
    "Azure": ("ci_workflow", {"azure-pipelines.yml": ""}, ["azure-pipelines.yml"]),
    "Jenkins": ("ci_workflow", {"Jenkinsfile": ""}, ["Jenkinsfile"]),
    "containers": (
        "container_file",
        {"Dockerfile": "", "web/Dockerfile.dev": "", "docs/Dockerfile": ""},
        ["Dockerfile", "web/Dockerfile.dev"],
    ),
    "compose": (
        "compose_service",
        {
            "compose.yaml": """
            x-shared: &shared {restart: always}
            services:
              web: {build: ., environment: {A: b}}
              cache:
                <<: *shared
                image: redis:7
            volumes: {data: {}}
            """
        },
        ["web", "cache"],
    ),
    "Terraform": (
        "infrastructure_file",
        {"infra/main.tf": "", "infra/vars.tf": ""},
        ["infra/main.tf"],
    ),
    "Helm": ("infrastructure_file", {"chart/Chart.yaml": ""}, ["chart/Chart.yaml"]),
    "Kubernetes": (
        "infrastructure_file",
        {"k8s/web.yaml": "apiVersion: apps/v1\nkind: Deployment\n", "deploy/notes.yaml": "a: 1\n"},
        ["k8s/web.yaml"],
    ),
    "Celery": (
        "job_module",
        {"shop/tasks.py": "@shared_task\ndef send(): ...\n", "shop/tasks_list.py": "TASKS = []\n"},
        ["shop/tasks.py"],
    ),
    "Sidekiq": (
        "job_module",
        {"app/jobs/send.rb": "class Send\n  include Sidekiq::Job\nend\n"},
        ["app/jobs/send.rb"],
    ),
    "components": (
        "component_folder",
        {"web/src/components/ui/Button.tsx": "", "web/src/components/index.ts": ""},
        ["web/src/components"],
    ),
    "gettext": ("translation_folder", {"locale/de/LC_MESSAGES/django.po": ""}, ["locale"]),
    "JSON": (
        "translation_folder",
        {"src/locales/en.json": "", "src/locales/pt-BR.json": ""},
        ["src/locales"],
    ),
    "models": (
        "model_file",
        {
            "shop/models.py": "class A(models.Model): ...",
            "shop/forms/models.py": "X = 1",
            "prisma/schema.prisma": "",
        },
        ["prisma/schema.prisma", "shop/models.py"],
    ),
    "entry points": (
        "entry_point",
        {
            "package.json": '{"name": "x", "bin": {"x": "cli.js"}}',
            "shop/wsgi.py": "application = 1\n",
            "lib/wsgi.py": "",
        },
        ["x = cli.js", "shop/wsgi.py"],
    ),
    "what only CI runs": (
        "test_command",
        {".github/workflows/ci.yml": "a:\n  - run: |\n      cmake .\n      ctest -V\n"},
        ["ctest -V"],
    ),
    "a folder with a quote in it": (
        "test_command",
        {"a'b; c/go.mod": "module x\n"},
        ["""cd 'a'"'"'b; c' && go test ./..."""],
    ),
}


@pytest.mark.parametrize(("kind", "tree", "expected"), SURROUNDED.values(), ids=SURROUNDED)
def test_what_surrounds_the_code_is_seen(
    tmp_path: Path, kind: str, tree: Tree, expected: list[str]
) -> None:
    assert said(facts(tmp_path, tree), kind) == expected


# --- broken files ---------------------------------------------------------------------------------

#: A manifest that cannot be read, and the line that says so.
BROKEN: dict[str, tuple[str, str | bytes, str]] = {
    "JSON": ("package.json", '{\n"name": "x",\n}', "package.json: not JSON at line 3"),
    "deep JSON": ("package.json", "[" * 100_000, "package.json: not JSON that can be read"),
    "TOML": ("pyproject.toml", "[project]\nname = \n", "pyproject.toml: not TOML at line 2"),
    "YAML": ("compose.yml", "services:\n  web: [\n", "compose.yml: not YAML at line 3"),
    "INI": ("setup.cfg", "[options]\n[[[\nx\n", "setup.cfg: not INI"),
    "Python": ("setup.py", "setup(\n", "setup.py: not Python at line 1"),
    "XML": ("pom.xml", "<proj", "pom.xml: not a Maven project"),
    "binary": ("Cargo.toml", b"\0\1\2", "Cargo.toml: passed over"),
    "huge": ("package.json", b" " * 20_000_000, "package.json: passed over"),
}


@pytest.mark.parametrize(("name", "content", "line"), BROKEN.values(), ids=BROKEN)
def test_a_broken_manifest_is_a_line_and_the_rest_is_read(
    tmp_path: Path, name: str, content: str | bytes, line: str
) -> None:
    found = facts(tmp_path, {name: content, "go.mod": "module example.org/x\n"})
    assert [entry for entry in found.limits if entry.startswith(line)], found.limits
    assert said(found, "test_command") == ["go test ./..."]


_PARSED = (
    "pyproject.toml setup.py setup.cfg requirements.txt Pipfile package.json Cargo.toml go.mod "
    "pom.xml build.gradle build.gradle.kts gradle/libs.versions.toml Gemfile x.gemspec "
    "composer.json X.csproj mix.exs compose.yml .github/workflows/ci.yml Makefile justfile "
    ".env.example config/routes.rb app/urls.py src/app.ts src/main.rs A.java a.cs a.php"
).split()
_SCRAPS = st.sampled_from(
    [
        b'{"dependencies": ', b'{"scripts": {"test": 1}}', b"[project]\n", b"[tool.poetry]\n",
        b"dependencies = [1, {}]\n", b"[options]\n", b"install_requires =\n  a\n", b"]", b"}",
        b"setup(install_requires=", b"['a'])", b"services:\n  - ", b"a: &a [*a]\n", b"<<: *b\n",
        b"<project><dependency>", b"<artifactId>x</artifactId>", b"require (\n", b"gem 'x', do\n",
        b"group :test do\n", b"end\n", b"\xff\xfe", b"\x00", b"- run: pytest\n", b"test:\n",
        b"@app.route('/a')\n", b"from flask import x\n", b'"""', b"/*", b"(" * 300, b"[" * 300,
        b"libraries = 3\n", b"[libraries]\nx = 1\n", b"\r\n", b"bin = [1]\n", b'{"bin": [1]}',
    ]
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(_PARSED), st.lists(st.binary(max_size=40) | _SCRAPS)))
@settings(max_examples=2 * settings().max_examples)
def test_no_content_of_any_file_raises(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, list[bytes]]
) -> None:
    root = tmp_path_factory.mktemp("w")
    plant(root, {name: b"".join(parts) for name, parts in tree.items()})
    found = facts_of(Workspace(root), "Add an endpoint for orders and a command")
    assert all(0 <= entry.confidence <= 1 and entry.fact for entry in found.evidence)
    assert len({entry.id for entry in found.evidence}) == len(found.evidence)


_PRESSED = (
    "<!--", "<dependencyManagement>", "<Project ", "<dependency>", "/*", "'''", '"""', "\n", " ",
    "\nreplace (", "{:a, ", "a.", "@x.command(\n", "Blueprint(", "implements ", "\n=begin",
    '"test": ', "[", "`", "import flask\n@a.route('", "apiVersion:\n", "# ", "we use ", "status ",
)  # fmt: skip


@pytest.mark.parametrize("scrap", _PRESSED)
def test_no_content_takes_more_than_linear_time(tmp_path: Path, scrap: str) -> None:
    """A pattern that looks back on itself would not come to an end here."""
    long = scrap * (40_000 // len(scrap))
    tree = dict.fromkeys((*_PARSED, "k8s/a.yaml", "docs/adr/1.md", "app/b.py", "lib/a.rb"), long)
    found = facts(tmp_path, tree, "Add an endpoint for flask orders and a command")
    assert said(found, "manifest")
    assert len([*statements(long)]) <= 2_000


def test_a_setup_py_is_read_and_never_run(tmp_path: Path) -> None:
    tree = {"setup.py": "open('ran', 'w')\nsetup(install_requires=['flask'])\n"}
    assert said(facts(tmp_path, tree), "framework") == ["Flask"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.rule("ASK-14")
def test_a_secret_in_a_manifest_is_not_repeated(tmp_path: Path) -> None:
    key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
    tree = {".github/workflows/ci.yml": f"a:\n  - run: pytest --token={key}\n"}
    assert key not in str(facts(tmp_path, tree))


# --- history --------------------------------------------------------------------------------------


def _git(root: Path, *words: str) -> None:
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", root, *own, *words], check=True, capture_output=True)


def _remembered(root: Path) -> Path:
    """A repository in which two files changed together four times, and one of them once alone."""
    _git(plant(root, {"app/limits.py": "0"}), "init", "-q")
    for number in range(4):
        plant(root, {"app/limits.py": str(number + 1), "app/store.py": str(number)})
        _git(root, "add", "-A")
        _git(root, "commit", "-qm", "x", "--date", "2026-01-02T00:00:00Z")
    plant(root, {"app/limits.py": "alone"})
    _git(root, "commit", "-qam", "y")
    return root


def test_files_that_change_together_are_told_with_their_counts(tmp_path: Path) -> None:
    found = facts(_remembered(tmp_path), {}, "Raise the limits")
    line = "app/limits.py changes with app/store.py (4 of 5 commits)"
    assert located(found, "co_change") == [(line, "app/limits.py")]
    assert said(found, "recent_activity")[0].startswith("app/limits.py: changed in 5 of the last 5")


def test_nothing_a_repository_configures_is_run_for_its_history(tmp_path: Path) -> None:
    _remembered(tmp_path)
    trap = plant(tmp_path, {"trap.sh": f"#!/bin/sh\ntouch {tmp_path}/ran\n"}) / "trap.sh"
    trap.chmod(0o755)
    plant(
        tmp_path, {".gitattributes": "* diff=trap\n", ".git/hooks/post-index-change": "#!/bin/sh\n"}
    )
    for name in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "gpg.program",
        "diff.trap.textconv",
    ):
        _git(tmp_path, "config", name, str(trap))
    for name in ("log.showSignature", "log.diffMerges"):
        _git(tmp_path, "config", name, "true" if "Sig" in name else "first-parent")
    assert said(facts(tmp_path, {}, "Raise the limits"), "co_change")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("kind", ["a link", "a pointer", "nothing", "garbage"])
def test_a_history_that_is_missing_broken_or_elsewhere_gives_no_facts(
    tmp_path: Path, kind: str
) -> None:
    other = _remembered(tmp_path / "other")
    root = plant(tmp_path / "own", {"app/limits.py": ""})
    if kind == "a link":
        (root / ".git").symlink_to(other / ".git")
    elif kind == "a pointer":
        (root / ".git").write_text(f"gitdir: {other}/.git\n")
    elif kind == "garbage":
        plant(root, {".git/HEAD": b"\xff\0"})
    found = facts(root, {}, "Raise the limits")
    assert said(found, "co_change") == said(found, "recent_activity") == []


@pytest.mark.rule("INV-13")
@pytest.mark.parametrize("kind", ["a folder within", "a worktree", "a folder of a worktree"])
def test_a_folder_and_a_worktree_have_their_own_part_of_the_history(
    tmp_path: Path, kind: str
) -> None:
    other = _remembered(tmp_path / "other")
    root = other
    if "worktree" in kind:
        root = tmp_path / "side"
        _git(other, "worktree", "add", "-q", str(root), "-b", "side")
    inside = "folder" in kind
    found = facts(root / "app" if inside else root, {}, "Raise the limits")
    path = "limits.py" if inside else "app/limits.py"
    assert said(found, "co_change")[0].startswith(f"{path} changes with ")
    assert said(found, "recent_activity")[0].startswith(f"{path}: changed in ")
    assert not any("../" in line for line in said(found, "co_change"))


@pytest.mark.rule("INV-11", "ACT-2")
def test_a_pointer_to_a_worktree_that_is_another_folders_gives_no_facts(tmp_path: Path) -> None:
    """Whoever unpacks a folder must not be told what another repository's commits say."""
    other = _remembered(tmp_path / "other")
    side = tmp_path / "side"
    _git(other, "worktree", "add", "-q", str(side), "-b", "side")
    root = plant(tmp_path / "own", {"app/limits.py": ""})
    (root / ".git").write_text((side / ".git").read_text())
    assert said(facts(root, {}, "Raise the limits"), "recent_activity") == []
    assert said(facts(side, {}, "Raise the limits"), "recent_activity")


@pytest.mark.rule("INV-11", "ACT-2")
@pytest.mark.parametrize("lent", ["refs and objects", "one branch", "HEAD", "a worktree's home"])
def test_a_repository_that_borrows_anothers_history_gives_no_facts(
    tmp_path: Path, lent: str
) -> None:
    """An unpacked folder may hold links, and a worktree that names a repository it is not of."""
    other = _remembered(tmp_path / "other") / ".git"
    branch = (other / "HEAD").read_text().removeprefix("ref: ").strip()
    root = plant(tmp_path / "own", {"app/limits.py": "", "app/store.py": ""})
    own = root / ".git"
    if lent == "a worktree's home":
        own.write_text("gitdir: ../home/.git/worktrees/own\n")
        home = tmp_path / "home" / ".git" / "worktrees" / "own"
        home.mkdir(parents=True)
        for name in ("HEAD", "index"):
            (home / name).write_bytes((other / name).read_bytes())
        (home / "gitdir").write_text(f"{own}\n")
        (home / "commondir").write_text(f"{other}\n")
    else:
        _git(root, "init", "-q")
        (own / "objects" / "info" / "alternates").write_text(f"{other}/objects\n")
        (own / "HEAD").write_text((other / "HEAD").read_text())
        if lent == "refs and objects":
            for name in ("refs", "objects"):
                shutil.rmtree(own / name)
                (own / name).symlink_to(other / name)
        elif lent == "one branch":
            (own / branch).symlink_to(other / branch)
        else:
            (own / "HEAD").unlink()
            (own / "HEAD").symlink_to(other / branch)
    found = facts(root, {}, "Raise the limits")
    assert said(found, "co_change") == said(found, "recent_activity") == []
