"""Dependencies of Maven and Gradle projects, as `group:artifact`; plugins as `plugin:id`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plangate.adapters.repo.facts.lines_in_text import blanked, code_of
from plangate.adapters.repo.facts.parsed_files import dig, table
from plangate.adapters.repo.facts.paths_aside import beside, folder_of
from plangate.adapters.repo.facts.view import View

Name = tuple[str, bool]

_MAVEN = re.compile(r"<(dependency|parent)>(.{0,600}?)</\1>", re.DOTALL)
_ASIDE = {"<!--": "-->", "<dependencyManagement>": "</dependencyManagement>"}
_ELEMENT = r"<{0}>\s*([^<\s]+)\s*</{0}>"

_CONFIGURATION = (
    r"(implementation|api|compile|compileOnly|runtimeOnly|testImplementation|testCompile"
    r"|testRuntimeOnly|annotationProcessor|kapt|ksp|developmentOnly|androidTestImplementation)"
)
_GRADLE = re.compile(rf"^[ \t]*{_CONFIGURATION}[\s(]+(?:platform\()?[\"']([\w.-]+):([\w.-]+)", re.M)
_GRADLE_ALIAS = re.compile(rf"^[ \t]*{_CONFIGURATION}[\s(]+(?:platform\()?libs\.([\w.]+)", re.M)
_GRADLE_PLUGIN = re.compile(r"^[ \t]*id[\s(]+[\"']([\w.-]+)[\"']", re.M)
_GRADLE_PLUGIN_ALIAS = re.compile(r"^[ \t]*alias\(\s*libs\.plugins\.([\w.]+)", re.M)
_GRADLE_KOTLIN = re.compile(r"^[ \t]*kotlin\(\"([\w.-]+)\"\)", re.M)


def maven(view: View, path: str) -> Iterator[Name]:
    text = blanked(view.manifest_text(path) or "", _ASIDE)
    if "<project" not in text:
        view.limit(f"{path}: not a Maven project")
        return
    for found in _MAVEN.finditer(text):
        group, artifact, scope = (
            _element(name, found.group(2)) for name in ("groupId", "artifactId", "scope")
        )
        if artifact:
            yield f"{group or ''}:{artifact}", scope == "test"


def _element(name: str, text: str) -> str | None:
    found = re.search(_ELEMENT.format(name), text)
    return found.group(1) if found else None


def gradle(view: View, path: str) -> Iterator[Name]:
    text = code_of(path, view.manifest_text(path) or "")
    for where, group, artifact in _GRADLE.findall(text):
        yield f"{group}:{artifact}", _is_development(where)
    for plugin in _GRADLE_PLUGIN.findall(text):
        yield f"plugin:{plugin}", False
    for plugin in _GRADLE_KOTLIN.findall(text):
        yield f"plugin:org.jetbrains.kotlin.{plugin}", False
    aliases = _GRADLE_ALIAS.findall(text)
    plugins = _GRADLE_PLUGIN_ALIAS.findall(text)
    if not aliases and not plugins:
        return
    catalog = _catalog(view, folder_of(path))
    for where, alias in aliases:
        if module := catalog.get(f"libraries.{alias}"):
            yield module, _is_development(where)
    for alias in plugins:
        if plugin := catalog.get(f"plugins.{alias}"):
            yield f"plugin:{plugin}", False


def _catalog(view: View, folder: str) -> dict[str, str]:
    """The version catalog of the build that holds a folder: alias to what it stands for."""
    while True:
        path = beside(folder, "gradle/libs.versions.toml")
        if path in view.present:
            return _aliases(view, path)
        if not folder:
            return {}
        folder = folder_of(folder)


def _aliases(view: View, path: str) -> dict[str, str]:
    document = view.toml(path)
    found: dict[str, str] = {}
    for alias, entry in table(document, "libraries").items():
        module = entry if isinstance(entry, str) else dig(entry, "module")
        if not isinstance(module, str):
            group, name = dig(entry, "group"), dig(entry, "name")
            module = f"{group}:{name}" if isinstance(group, str) and isinstance(name, str) else ""
        if ":" in module:
            found[f"libraries.{_dotted(alias)}"] = ":".join(module.split(":")[:2])
    for alias, entry in table(document, "plugins").items():
        plugin = entry.partition(":")[0] if isinstance(entry, str) else dig(entry, "id")
        if isinstance(plugin, str):
            found[f"plugins.{_dotted(alias)}"] = plugin
    return found


def _dotted(alias: str) -> str:
    return alias.replace("-", ".").replace("_", ".")


def _is_development(configuration: str) -> bool:
    return "est" in configuration or configuration == "developmentOnly"
