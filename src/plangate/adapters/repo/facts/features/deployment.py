"""How a project is built and run elsewhere: CI, containers, compose services, infrastructure."""

from __future__ import annotations

import re

from plangate.adapters.repo.facts.paths_aside import is_aside
from plangate.adapters.repo.facts.view import View, fact, first
from plangate.core.model.nouns import Evidence

_MOST = 6
_COMPOSE = ("docker-compose*.yml", "docker-compose*.yaml", "compose*.yml", "compose*.yaml")

_CI = re.compile(
    r"^\.github/workflows/[^/]+\.ya?ml$|^\.gitlab-ci\.ya?ml$|^\.circleci/config\.ya?ml$"
    r"|^azure-pipelines[\w.-]*\.ya?ml$|^\.azure-pipelines/[^/]+\.ya?ml$|^Jenkinsfile$"
    r"|^\.travis\.yml$|^bitbucket-pipelines\.yml$|^\.drone\.yml$|^\.buildkite/pipeline\.ya?ml$"
)
_CONTAINER = re.compile(r"(?:^|/)(?:Dockerfile|Containerfile)(?:[.-][\w.-]+)?$|\.dockerfile$", re.I)
#: Infrastructure by its file name; a Kubernetes manifest shows itself only by its text.
_INFRASTRUCTURE = re.compile(
    r"\.tf$|\.tf\.json$|(?:^|/)(?:Chart\.yaml|helmfile\.ya?ml|kustomization\.ya?ml|serverless\.ya?ml"
    r"|fly\.toml|render\.ya?ml|vercel\.json|netlify\.toml|app\.ya?ml|Procfile|cdk\.json"
    r"|Pulumi\.ya?ml|playbook\.ya?ml|skaffold\.ya?ml|template\.ya?ml)$"
)
_NEEDS_PROOF = {
    "app.yaml": r"^runtime:",
    "app.yml": r"^runtime:",
    "template.yaml": r"^AWSTemplateFormatVersion|^Resources:",
    "template.yml": r"^AWSTemplateFormatVersion|^Resources:",
    "playbook.yml": r"^- (?:name|hosts):",
    "playbook.yaml": r"^- (?:name|hosts):",
}
_MANIFEST_FOLDER = re.compile(r"(?:^|/)(?:k8s|kubernetes|manifests|deploy|deployment)/.*\.ya?ml$")
_KUBERNETES = re.compile(
    r"^apiVersion:[\s\S]{0,2000}^kind:\s*\w|^kind:[\s\S]{0,2000}^apiVersion:", re.M
)


def is_ci(path: str) -> bool:
    """Whether a file says what is run on each change."""
    return _CI.search(path) is not None


def is_image(path: str) -> bool:
    """Whether a file says what an image is made of."""
    return _CONTAINER.search(path) is not None


def deployment(view: View) -> list[Evidence]:
    own = [path for path in view.files if not is_aside(path)]
    return [
        *(fact("ci_workflow", path, path) for path in own if _CI.search(path)),
        *[fact("container_file", path, path) for path in own if _CONTAINER.search(path)][:_MOST],
        *_services(view),
        *_infrastructure(view, own),
    ]


def _services(view: View) -> list[Evidence]:
    """Each service once, at the line its description begins."""
    found: list[Evidence] = []
    for path in view.own(*_COMPOSE):
        for row in view.yaml(path):
            if len(row.path) > 1 and row.path[0] == "services":
                found.append(fact("compose_service", row.path[1], f"{path}:{row.line}", 0.95))
    return first(found, 2 * _MOST)


def _infrastructure(view: View, own: list[str]) -> list[Evidence]:
    """One file of each folder stands for its neighbours."""
    found: dict[str, str] = {}
    for path in own:
        folder, _, name = path.rpartition("/")
        if _INFRASTRUCTURE.search(path):
            proof = _NEEDS_PROOF.get(name)
        elif _MANIFEST_FOLDER.search(path):
            proof = _KUBERNETES.pattern
        else:
            continue
        if folder not in found and (proof is None or _shows(view, path, proof)):
            found[folder] = path
    return [fact("infrastructure_file", path, path, 0.95) for path in list(found.values())[:_MOST]]


def _shows(view: View, path: str, proof: str) -> bool:
    return re.search(proof, (view.text(path) or "")[:20_000], re.M) is not None
