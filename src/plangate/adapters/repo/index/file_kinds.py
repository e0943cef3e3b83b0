"""What a file is to somebody who looks for the place of a change: by its path alone.

Code is where work happens; tests, pages of documentation, examples, and markup (what a screen looks
like) are found for what they are; what was copied or generated is never where the work is, and
neither are pictures and lock files.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from plangate.adapters.repo.checkout.sign_weights import COPIED, GENERATED_NAME, SHOWN
from plangate.adapters.repo.facts.manifests import language_of
from plangate.adapters.repo.facts.paths_aside import is_test
from plangate.language.words.row_patterns import any_case

FileKind = Literal["code", "markup", "test", "docs", "example", "config", "copied", "asset"]

_PROSE = (".md", ".mdx", ".rst", ".adoc", ".txt")
_CONFIG = (".json", ".yml", ".yaml", ".toml", ".ini", ".cfg", ".xml", ".properties", ".env")
#: What people write by hand and no table of languages lists.
_ALSO_CODE = tuple(
    ".proto .graphql .gql .prisma .gradle .groovy .clj .cljs .lua .r .jl .m .mm .pl .pm .hs .ml "
    ".mli .erl .zig .nim .sol .ps1 .fish .zsh .pyx .pxd .astro .cmake .mk".split()
)
#: What a screen or a page looks like.
_MARKUP = tuple(
    ".html .htm .css .scss .sass .less .jinja .jinja2 .j2 .erb .haml .slim .hbs .ejs .pug .twig "
    ".liquid .tmpl .gotmpl .tpl".split()
)
_NAMED = re.compile(r"^(?:Makefile|Dockerfile[\w.-]*|justfile|Rakefile|Jenkinsfile|Procfile)$")
_ASSET = re.compile(
    r"\.(?:svg|png|jpe?g|gif|ico|webp|woff2?|ttf|eot|pdf|zip|gz|jar|po|pot|mo|csv|tsv|ipynb|map"
    r"|snap|lock|sum|patch|diff|bin|exe|dll|so|mp[34]|wasm)$",
    re.IGNORECASE,
)
#: Types that people write by hand for code that has none; those of a style sheet a program makes.
_DECLARED = re.compile(r"(?<!css)(?<!\.less)\.d\.[cm]?ts$")
#: The packages of a program: what one of them is called says what it is about.
_PACKAGES = "/src/main/"
#: Pages of a manual, as `man` shows them, and what a shell completes.
_MANUAL = re.compile(r"(?:^|/)[\w.-]*[a-z][\w-]*\.[1-8](?:\.in)?$")
_COMPLETIONS = frozenset("completion completions complete".split())
#: Frameworks that lie whole within the programs that are made with them.
_FRAMEWORKS = re.compile(
    r"(?:^|/)(?:system/(?:core|libraries|helpers|database|language|fonts)|thinkphp/library"
    r"|wp-includes|wp-admin|[Pp][Hh][Pp][Mm]ailer|[Ss]wift[Mm]ailer|[Ss]imple[Pp]ie|[Tt][Cc][Pp][Dd][Ff])/"
)
_NOT_OURS = COPIED | {"dist", "node_modules", "site-packages", "bower_components"}
_TRIED = frozenset("fixtures __fixtures__ testdata test-data test_data mocks __mocks__".split())

#: Where tables and entities are declared, whatever the language.
_HOMES = re.compile(
    r"(?:^|/)(?:models?|entit(?:y|ies)|schemas?|migrations?|migrate|store|db|database|domain|dao"
    r"|prisma|persistence|storage|repositor(?:y|ies))(?:/|\.[a-z]+$)"
    r"|(?:entity|model|schema|table)s?\.[a-z]+$|\.(?:sql|prisma|entity\.ts)$",
    re.IGNORECASE,
)
_TRIED_OUT = re.compile(
    r"(?:^|/)(?:tests?|spec|fixtures?|node_modules|vendor|testdata)/", re.IGNORECASE
)


@lru_cache(maxsize=200_000)
def kind_of(path: str) -> FileKind:
    *folders, name = path.split("/")
    around = {folder.lower() for folder in folders}
    made = GENERATED_NAME.search(name) and not _DECLARED.search(name)
    if made or not around.isdisjoint(_NOT_OURS) or _FRAMEWORKS.search(path):
        return "copied"
    if _ASSET.search(name):
        return "asset"
    if name.endswith(_PROSE) or _MANUAL.search(path):
        return "docs"
    if not around.isdisjoint(_COMPLETIONS):
        return "config"
    tried = is_test(path) or not around.isdisjoint(_TRIED)
    if not is_code(name):
        written = name.endswith(_CONFIG) or name.startswith(".")
        return "config" if written and not tried else "asset"
    if tried:
        return "test"
    if name.endswith(_MARKUP):
        return "markup"
    outer = f"/{path}".partition(_PACKAGES)[0].lower().split("/")
    return "code" if SHOWN.isdisjoint(outer) else "example"


def is_written_by_a_program(text: str) -> bool:
    """Whether a text says at its top that a program wrote it and that nobody is to edit it: who
    changes it changes what it is made of."""
    top = text[:_TOP]
    return bool(any_case("says_it_is_made").search(top) and any_case("is_to_be_left").search(top))


_TOP = 800


def is_code(name: str) -> bool:
    return bool(language_of(name) or name.endswith(_ALSO_CODE + _MARKUP) or _NAMED.match(name))


@lru_cache(maxsize=200_000)
def keeps_records(path: str) -> bool:
    """Whether a file is where a program says what it keeps."""
    return bool(_HOMES.search(path) and not _TRIED_OUT.search(path))
