"""The verbs and fillers the adequacy rules know, and every form a verb takes.

Data first: these are the lists people argue about, and docs/rules.md prints them.
"""

from __future__ import annotations

from functools import cache

from plangate.core.words import plan_languages as languages

#: ADQ-2: what a task does. Each verb counts in all its forms, as a whole word.
ACTION_VERBS = (
    "add append apply assert attach audit backfill bind bootstrap build calculate change check "
    "compile compute configure connect convert create decouple deduplicate define delete deploy "
    "deprecate deserialize detect disable document drop eliminate embed emit enable encrypt "
    "enforce ensure execute export expose extend extract fetch fix generate handle harden "
    "implement import initialize inject insert install instantiate integrate introduce invoke "
    "isolate link load localize measure merge migrate modify move normalize notify paginate "
    "parse persist process provision publish read rebuild receive record redesign refactor "
    "register reject remove rename render reorganize replace reproduce restructure review "
    "rewrite run sanitize save scaffold send serialize set setup simplify split subscribe test "
    "throttle transform translate truncate unify unwrap update upgrade validate verify wire wrap "
    "write"
).split()
#: Verbs that are as often nouns: they count where a description opens with them.
OPENING_VERBS = (
    "adapt adjust analyze announce approve archive ask assess assign authenticate authorize "
    "benchmark break bump cache call capture choose clone collect combine commit compare "
    "complete confirm consolidate copy cover cut decide deliver design develop display draft "
    "draw establish evaluate expand filter find finish flag format gather guard hash hide "
    "highlight hook identify inspect investigate join keep launch limit lint list lock log map "
    "mark match mirror mock monitor mount open order pass patch pin port prepare print profile "
    "prompt protect prototype prove pull push queue quote raise redo reduce refine release "
    "report research reset resolve restart restore restrict return reuse revert rework roll "
    "rotate scan schedule seed serve ship show sign sort start stop store stub style submit swap "
    "switch sync tag trace track train trigger turn use watch"
).split()
#: ADQ-2: phrases that stand where a task should say something.
FILLERS = (
    "fix stuff",
    "clean up",
    "misc",
    "various",
    "something",
    "somehow",
    "refactor everything",
)
#: ADQ-9: goals that want something built or changed.
CHANGE_VERBS = (
    "add automate build change configure convert create delete deploy develop disable drop enable "
    "enforce expose extend extract fix generate harden implement improve install integrate "
    "introduce make merge migrate modernize move optimize rebuild redesign refactor remove rename "
    "replace restructure rewrite rework setup split update upgrade wire write"
).split()
#: The same for words that are as often nouns: at the beginning, or behind “to” and “and”.
CHANGE_OPENINGS = (
    "allow bump cache cut hide let limit log order pin port print publish reduce run save send set "
    "ship show sort stop store support switch turn use"
).split()
#: Goals that open with one of these want to know, not to change, unless they go on to a change.
LOOKING_VERBS = (
    "analyze assess audit check compare decide describe diagnose discuss document estimate "
    "evaluate examine explain explore find identify inspect investigate learn list measure plan "
    "research review study summarize survey understand"
).split()

_IRREGULAR = {
    "build": "built",
    "draw": "drew drawn",
    "find": "found",
    "hide": "hid hidden",
    "keep": "kept",
    "make": "made",
    "rebuild": "rebuilt",
    "rewrite": "rewrote rewritten",
    "run": "ran",
    "send": "sent",
    "show": "shown",
    "understand": "understood",
    "write": "wrote written",
}
_DOUBLED = frozenset(
    "commit drop emit format log map pin plan run scan set ship split stop stub submit swap tag "
    "unwrap wrap".split()
)
_VOWELS = "aeiou"


def forms(verb: str) -> tuple[str, ...]:
    """A verb in all its forms: apply, applies, applied, applying; British spelling too."""
    spellings = [verb, f"{verb[:-3]}ise"] if verb.endswith("ize") else [verb]
    spellings += [f"{verb[:-3]}yse"] if verb.endswith("yze") else []
    made = [form for spelling in spellings for form in _inflected(spelling)]
    return tuple(dict.fromkeys([*made, *_IRREGULAR.get(verb, "").split()]))


def _inflected(verb: str) -> tuple[str, ...]:
    if verb in _DOUBLED:
        return (verb, f"{verb}s", f"{verb}{verb[-1]}ed", f"{verb}{verb[-1]}ing")
    if verb.endswith("e"):
        return (verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing")
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return (verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing")
    plural = "es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s"
    return (verb, f"{verb}{plural}", f"{verb}ed", f"{verb}ing")


@cache
def all_forms(kind: str) -> frozenset[str]:
    verbs = {
        "action": ACTION_VERBS,
        "opening": [*ACTION_VERBS, *OPENING_VERBS],
        "change": CHANGE_VERBS,
        "change opening": CHANGE_OPENINGS,
        "looking": LOOKING_VERBS,
    }
    english = frozenset(form for verb in verbs[kind] for form in forms(verb))
    return english | languages.verbs() if kind in ("action", "opening") else english
