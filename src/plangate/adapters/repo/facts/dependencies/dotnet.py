"""Dependencies of .NET projects: package references, and the SDK, which implies a framework."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.facts.lines_in_text import blanked
from plangate.adapters.repo.facts.view import View

Name = tuple[str, bool]

_SDK = re.compile(r"<Project\b[^>]{0,500}\bSdk=\"([\w.]+)")
_REFERENCE = re.compile(
    r"<(?:PackageReference|FrameworkReference)\b[^>]{0,500}\bInclude=\"([\w.-]+)\""
)
_TEST = re.compile(
    r"Microsoft\.NET\.Test\.Sdk|<(?:IsTestProject|\w*TestingPlatform\w*)>\s*true"
    r"|Include=\"(?:xunit|NUnit|MSTest|TUnit)\b",
    re.IGNORECASE,
)


def project(view: View, path: str) -> Iterator[Name]:
    text = blanked(view.manifest_text(path) or "", {"<!--": "-->"})
    if "<Project" not in text:
        view.limit(f"{path}: not an MSBuild project")
        return
    for_tests = is_test_project(text)
    if found := _SDK.search(text):
        yield f"sdk:{found.group(1)}", for_tests
    for name in _REFERENCE.findall(text):
        yield name, for_tests


def is_test_project(text: str) -> bool:
    return _TEST.search(text) is not None
