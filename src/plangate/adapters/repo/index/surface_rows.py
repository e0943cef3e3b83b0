"""How programs declare their options, commands, settings and keys, as rows: which file is looked
at, what proves the library, how one is written (UND-5).

A row's pattern names what it finds: `name` as it is typed, `field` where the name is made of the
name of a variable. Routes have rows of their own (facts/features/routes.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAME = r"[A-Za-z][\w.:-]*"
_Q = r"[\"'`]"
#: “g u”, “alt+shift+up”, “?”: a key, or several.
_KEYS = r"[^\s\"'`]{1,12}(?: [^\s\"'`]{1,12})?"
_SCRIPTS = ".js .ts .mjs .cjs .mts .cts"
_SCREENS = f"{_SCRIPTS} .jsx .tsx .vue .svelte"
#: The inside of a call or an attribute, a pair of brackets within it allowed.
_INSIDE = r"(?:[^()\[\]]|\([^()]*\)|\[[^\[\]]*\]){0,1500}?"


class SurfaceRow(NamedTuple):
    """What one library's declarations look like."""

    kind: str
    endings: tuple[str, ...]
    #: Plain texts of which one must stand in the file: cheap to look for.
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _row(kind: str, endings: str, hints: str, pattern: str) -> SurfaceRow:
    return SurfaceRow(kind, tuple(endings.split()), tuple(hints.split()), re.compile(pattern, re.M))


ROWS = (
    # --- options
    _row(
        "option",
        ".rs",
        "clap structopt argh",
        r"^[ \t]*#\[(?:arg|clap|structopt|argh)"
        r"\((?=[^\n]*\blong\b|\s*\n(?:[^\n]*\n){0,12}?\s*long\b)"
        rf"(?:{_INSIDE}\blong\s*=\s*\"(?P<name>{_NAME})\")?{_INSIDE}\)\]\s*"
        r"(?:(?:///[^\n]*|#\[[^\n]*\])\s*)*(?:pub(?:\([^)]*\))?\s+)?(?P<field>[a-z]\w*)\s*:",
    ),
    _row("option", ".rs", "clap", rf"\.long\(\s*\"(?P<name>{_NAME})\""),
    _row(
        "option",
        ".go",
        "spf13 flag",
        r"\b\w*(?:[Ff]lag\w*|fs|f)(?:\(\))?\.\w*(?:Var|VarP|VarPF|P|String|Bool|Int\d*|Uint\d*|Duration|Float\d*|Strings|"
        rf"StringSlice|StringArray|Count)\(\s*(?:&?[\w.\[\]]+,\s*)?\"(?P<name>{_NAME})\"\s*,",
    ),
    _row("option", ".go", "urfave cli.", rf"\bcli\.\w+Flag\{{\s*Name:\s*\"(?P<name>{_NAME})\""),
    _row("option", ".go", 'long:"', rf"`[^`\n]*\blong:\"(?P<name>{_NAME})\""),
    _row("option", ".go", 'kong arg:"', rf"`[^`\n]*\b(?:arg:\"--|name:\")(?P<name>{_NAME})"),
    _row(
        "option",
        ".py",
        "add_argument .option( Option( add_option",
        r"(?:\.add_argument|\.add_option|\boption|\bOption)\(\s*(?:[^()\n]*?,\s*|[\"']-\w[\"'],?\s*)?"
        rf"[\"']--(?P<name>{_NAME})",
    ),
    _row(
        "option",
        ".py",
        "typer.Option Option(",
        r"^[ \t]+(?P<field>[a-z]\w*)\s*:\s*[^=\n]{1,80}=\s*typer\.Option\((?!\s*[^()\n]*\"--)",
    ),
    _row(
        "option",
        _SCRIPTS,
        ".option( .requiredOption( Option(",
        rf"(?:\.option|\.requiredOption|\bOption)\(\s*{_Q}(?:-\w,?\s*)?(?:--(?:no-)?)?(?P<name>{_NAME})",
    ),
    _row("option", _SCRIPTS, "Flags.", rf"^\s*{_Q}?(?P<name>{_NAME}){_Q}?:\s*[Ff]lags\.\w+[(<]"),
    _row(
        "option",
        _SCRIPTS,
        "yargs builder parseArgs",
        rf"^[ \t]+{_Q}?(?P<name>{_NAME}){_Q}?:\s*\{{\s*"
        r"(?:alias|desc|describe|description|group|type|default|demandOption|requiresArg|choices|coerce|hidden)\b",
    ),
    _row(
        "option",
        ".java .kt .groovy",
        "@Option @Parameter @CommandLine @OptionList",
        r"@(?:\w+\.)?(?:Option|OptionList|OptionGroup|Parameter)\("
        rf"{_INSIDE}\bnames?\s*=\s*[\[{{]?\s*(?:\"-\w\"\s*,\s*)?\"(?:--)?(?P<name>{_NAME})\"",
    ),
    _row(
        "option", ".kt", "clikt", rf"\bby\s+option\(\s*(?:\"-\w\"\s*,\s*)?\"--(?P<name>{_NAME})\""
    ),
    _row(
        "option",
        ".php",
        "addOption InputOption",
        rf"(?:->addOption|new InputOption)\(\s*{_Q}(?P<name>{_NAME})",
    ),
    _row("option", ".php", "$signature", rf"\{{\s*--(?:\w\|)?(?P<name>{_NAME})"),
    _row("option", ".rb", ".on(", rf"\.on\([^\n]*?{_Q}--(?:\[no-\])?(?P<name>{_NAME})"),
    _row(
        "option",
        ".rb",
        "option",
        r"^\s*(?:method_option|class_option|option)\s*\(?\s*(?::|[\"'])(?P<name>[a-z]\w*)",
    ),
    _row(
        "option",
        ".cs",
        "Option",
        rf"new\s+(?:Cli)?Option(?:<[^>]*>)?\(\s*(?:\[\s*)?\"--(?P<name>{_NAME})"
        rf"|\[Option\(\s*(?:'\w'\s*,\s*)?\"(?P<other>{_NAME})\"",
    ),
    # --- commands
    _row(
        "command",
        ".py",
        ".command(",
        rf"^[ \t]*@[\w.]+\.command\((?:\s*(?:name\s*=\s*)?[\"'](?P<name>{_NAME})[\"'])?"
        r"[\s\S]{0,16000}?^[ \t]*(?:async[ \t]+)?def[ \t]+(?P<field>\w+)",
    ),
    _row("command", ".py", ".add_parser(", rf"\.add_parser\(\s*[\"'](?P<name>{_NAME})[\"']"),
    _row("command", _SCRIPTS, "ommand(", rf"(?:\.command|new Command)\(\s*{_Q}(?P<name>{_NAME})"),
    _row("command", ".go", "cobra", rf"\bUse:\s*\"(?P<name>{_NAME})"),
    _row(
        "command",
        ".go",
        "urfave",
        rf"\bcli\.Command\{{\s*Name:\s*\"(?P<name>{_NAME})\""
        rf"|^\t+Name:\s*\"(?P<other>{_NAME})\",\s*$(?=\s*(?:Aliases|Usage|UsageText|Action|Category):)",
    ),
    _row(
        "command",
        ".php",
        "AsCommand setName $signature $name",
        rf"(?:AsCommand\(\s*(?:name:\s*)?|->setName\(\s*|\$(?:signature|name)\s*=\s*){_Q}(?P<name>{_NAME})",
    ),
    _row(
        "command",
        ".java .kt",
        "@Command @CommandDefinition @GroupCommandDefinition",
        rf"@(?:\w+\.)?(?:Group)?Command(?:Definition)?\({_INSIDE}\bname\s*=\s*\"(?P<name>{_NAME})\"",
    ),
    _row("command", ".rb", "desc", rf"^\s*desc\s+{_Q}(?P<name>{_NAME})[^\n]*{_Q}\s*,"),
    # --- settings
    _row(
        "setting",
        ".py .js .ts .mjs .cjs .go .rs .rb .php .java .kt .cs .ex .exs",
        "env ENV Env",
        r"(?:environ(?:\.get\(|\[|\.setdefault\()|getenv\(|process\.env\[|ENV(?:\.fetch\(|\[)|"
        r"\b[A-Za-z_.:]*[eE]nv\w*!?\()\s*[\"'](?P<name>[A-Z][A-Z0-9_]{2,})[\"']"
        r"|(?:process|import\.meta)\.env\.(?P<other>[A-Z][A-Z0-9_]{2,})\b",
    ),
    _row(
        "setting",
        ".go .ts .js .mjs .py .rs",
        "env config Config options settings Settings",
        r"\b(?:env|envconfig|EnvVars|env_vars?)\s*[:=(]\s*(?:\[\]string)?[\"'{\[\s]*(?P<name>[A-Z][A-Z0-9_]{2,})\b"
        r"|^\s+[\"']?(?P<other>[A-Z][A-Z0-9]*_[A-Z0-9_]+)[\"']?\s*:\s*(?:z\.|\{\s*$|[A-Za-z_]+\s*(?:\|[^=\n]*)?=)",
    ),
    # `Setting("page_size", 100, "…")`: a form of one's own, in whatever language
    _row(
        "setting",
        ".py .js .ts .mjs .rb .php .java .kt .cs .scala",
        "Setting(",
        rf"(?<![\w.])(?:new )?(?:[A-Z]\w*)?Setting\(\s*{_Q}(?P<name>{_NAME}){_Q}",
    ),
    # --- keys that do something
    _row(
        "shortcut",
        _SCREENS,
        "ousetrap otkey eyboard hortcut eyBind eybind tinykeys eymap",
        r"\b\w*(?:[Mm]ousetrap|[Hh]otkeys?|[Kk]eyboard|[Ss]hortcuts?|[Kk]eybind\w*|tinykeys)\w*"
        rf"(?:\.(?:bind|on|add|register|set))?\(\s*\[?\s*{_Q}(?P<name>{_KEYS}){_Q}"
        rf"|\b(?:keys?|keybinding|shortcut|hotkey)\s*:\s*\[?\s*{_Q}(?P<other>{_KEYS}){_Q}",
    ),
    _row(
        "shortcut",
        _SCREENS,
        ".key) .code)",
        rf"\bcase\s+{_Q}(?P<name>Key[A-Z]|Digit\d|Arrow\w+|Escape|Enter|Delete|[a-z?/]){_Q}\s*:",
    ),
    _row(
        "shortcut",
        _SCREENS,
        ".key .code",
        rf"\b(?:e|ev|evt|event)\.(?:key|code)\s*===?\s*{_Q}(?P<name>{_KEYS}){_Q}",
    ),
    _row(
        "shortcut",
        ".rs",
        "KeyCode",
        r"\bKeyCode::(?:Char\('(?P<name>[^'\s])'\)|(?P<other>[A-Z]\w+))",
    ),
    _row("shortcut", ".go", "WithKeys", r"\bWithKeys\(\s*\"(?P<name>[^\"\s]+)\""),
    _row(
        "shortcut",
        ".go .py .cpp .cc .java .kt .cs",
        "KeySequence KeyStroke Binding bindkey SetKeybinding",
        r"\b(?:QKeySequence|getKeyStroke|Binding|SetKeybinding|add_binding)\w*\("
        r"\s*(?:tr\(\s*)?\"(?P<name>[^\"\n]{1,24})\"",
    ),
    _row("shortcut", ".kt .java", "KEYCODE_", r"\bKEYCODE_(?P<name>[A-Z]\w*)"),
    # --- fixed names, which are settings where the file is called after them
    _row(
        "constant", ".py", "_", r"^(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)\s*(?::[^=\n]+)?=\s*(?!re\.)"
    ),
    _row(
        "setting",
        ".go",
        "viper",
        rf"\bviper\.(?:SetDefault|Get\w*|BindEnv)\(\s*\"(?P<name>{_NAME})\"",
    ),
    _row(
        "setting",
        ".example .sample .template .dist .env .properties .conf .ini .yml .yaml .toml",
        "=  :",
        r"^#?[ \t]*(?:export[ \t]+)?(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]*[=:]",
    ),
)


def named_by(row: SurfaceRow, text: str) -> Iterator[tuple[str, int]]:
    """What a row finds in a text, and where each begins; a variable's name as it is typed."""
    for found in row.pattern.finditer(text):
        groups = found.groupdict()
        name = groups.get("name") or groups.get("other")
        field = groups.get("field")
        if not name and field:
            name = field.rstrip("_").replace("_", "-")
        if name:
            group = "name" if groups.get("name") else "other" if groups.get("other") else "field"
            yield name, found.start() if row.kind == "command" else found.start(group)
