"""The word lists by which a goal is heard; what each is for stands in the modules that use it."""

from __future__ import annotations


def word_list(words: str) -> frozenset[str]:
    return frozenset(words.split())


NEAR = 6
BREAKS = ("slash", "comma", "stop")
AND = word_list("and")
BOTH = word_list("both")
LIKE = word_list("like")
WHY_NOT = word_list("why or")
OR = word_list("or vs versus either")
WOULD = word_list("would i'd we'd you'd they'd should")
FILLERS = word_list(
    "the a an their his her its our my your this that these those all any some each every new own "
    "few"
)
NUMBERS = word_list("one two three four five six seven eight nine ten twelve thirty ninety hundred")
IRREGULAR = {
    "built": "build",
    "sent": "send",
    "kept": "keep",
    "made": "make",
    "written": "write",
    "wrote": "write",
    "paid": "pay",
    "indices": "index",
    "criteria": "criterion",
    "queueing": "queue",
}

DENIES = word_list(
    "no not never without don't doesn't didn't won't can't cannot shouldn't mustn't isn't aren't "
    "wasn't weren't couldn't wouldn't needn't haven't hasn't dont doesnt cant avoid neither nor "
    "except excluding unlike prevent forbid disallow"
)
DENIES_IN_TWO = frozenset(
    {
        ("instead", "of"),
        ("rather", "than"),
        ("other", "than"),
        ("apart", "from"),
        ("away", "from"),
        ("rid", "of"),
        ("free", "of"),
        ("stop", "using"),
        ("turn", "off"),
        ("opt", "out"),
    }
)
#: “not only”, “don't forget”: these deny nothing.
TURNS_DENIAL = word_list(
    "only just forget hesitate sure clear yet decided certain merely matter later"
)
REMOVES = word_list(
    "remove drop disable delete stop deprecate retire kill skip strip uninstall purge"
)
LISTS_THINGS = word_list("no without neither nor avoid except excluding")
ENDS_DENIAL = word_list("but use just only then so because instead")
UNNEEDED = word_list("needed required necessary wanted allowed desired scope")
#: “the flag can be removed”: what stands before is not wanted.
REMOVED = word_list("removed dropped retired deprecated disabled")
BE = word_list("be been is are get gets")
REPLACES = word_list("replace swap substitute migrate move switch port convert transition")
REPLACED_BY = word_list("with by to into for")
#: Behind a hyphen these make another word of the one before: “password-free”.
TURNING_ENDS = word_list("less free like agnostic independent style ish")

#: Words that may stand before the verb a clause opens with.
LEADS = word_list(
    "please we i you us let's lets let need want would like to should must can could now first "
    "finally next just also i'd we'd help me be able user they customer admin"
)
JOINS = word_list("and then but also plus or so")
OBLIGES = word_list("should must shall able needs ought")
#: Verbs whose object is what the goal wants to have.
MAKES = word_list(
    "add implement build create introduce support integrate set setup provide need want require "
    "develop design write install enable have offer expose adopt scaffold bootstrap prototype "
    "generate establish"
)
#: Other verbs that ask for something new.
DEEDS = MAKES | word_list(
    "let allow ship make use put give get bring include configure define start launch roll extend "
    "wire hook send store save persist keep maintain track record connect migrate move port switch "
    "replace rewrite deploy host publish protect secure encrypt notify alert import export upload "
    "download accept take charge bill handle show display render list search filter paginate "
    "translate localize cache queue schedule log monitor sync stream push pull fetch load process "
    "validate restrict limit throttle hash sign issue revoke rotate archive retain delete remove "
    "purge convert turn run compress resize train predict call consume invite register collect "
    "anonymize serve automate split merge upgrade bump rename drop break redesign back restore"
)
#: Verbs that work on what is there.
UPKEEP = word_list(
    "fix debug document describe explain refactor test verify review investigate diagnose profile "
    "reproduce reformat format lint correct clean tidy simplify restyle reword rephrase check "
    "inspect benchmark polish speed optimize improve tweak adjust align center centre extract "
    "inline dedupe deduplicate annotate comment mock revert rename bump update change modify edit "
    "rearrange reorder rebase find figure understand look compare summarize reduce increase raise "
    "lower shorten resolve address repair unbreak stabilize harden cover trace analyze analyse "
    "research evaluate assess measure doc documentation chore perf cleanup"
)
QUESTIONS = word_list("why how what where who which does is are did do was were has")
#: “test mode for payments” names a thing, it does not test one.
MADE_OF_UPKEEP = word_list("mode environment account")
TROUBLES = word_list(
    "fail failed failure broken crash crashed bug error exception typo flaky slow regression wrong "
    "incorrect incorrectly stuck hang leak traceback misspelt misspelled timeout doesn't "
    "can't cannot won't"
)
SUBORDINATES = word_list(
    "when whenever after before once if while until unless because since although during who whose"
)
COMPARES = frozenset(
    {("similar", "to"), ("inspired", "by"), ("same", "as"), ("such", "as"), ("compatible", "with")}
)
MEANS = word_list("with using via through")
#: The next few words name what is there already, or what something is about or called.
NAMES_TOPIC = word_list(
    "existing current already legacy previous about regarding concerning called named titled "
    "labelled labeled"
)
#: Things that speak about other things.
WRITINGS = word_list(
    "test spec doc documentation docstring comment readme changelog example hint annotation guide "
    "tutorial benchmark mock fixture screenshot faq diagram message line note explanation coverage "
    "warning link type stub snapshot story ticket entry section paragraph article post"
)
ABOUT = word_list("for of on about in to covering around describing explaining how that checking")
#: Prepositions behind which an object is over and a place begins.
PLACES = word_list(
    "to on in from of for at behind under into onto within across between as where that which by "
    "against over inside per"
)
#: Before a preposition these keep the object open.
KEEPS_OBJECT = {
    "for": word_list("support system mechanism solution need infrastructure basis foundation"),
    "of": word_list("kind type form implementation sort layer set"),
    "to": word_list("switch move migrate"),
}
#: What an object may be called besides its own name: “a login page”.
KINDS = word_list(
    "system support flow feature functionality mechanism layer service module api endpoint "
    "capability integration solution handling management logic infrastructure backend server "
    "provider process page screen form step model strategy scheme component subsystem middleware"
)
#: What merely bears a name: “the delete account button”.
BEARERS = word_list(
    "button link icon page modal dialog screen menu label tooltip test message copy text error bug "
    "issue typo doc banner heading title color style layout spinner animation handler function "
    "method class variable component file script story ticket tab view template header footer "
    "badge placeholder toast popup checkbox field column row section"
)
#: What follows a verb, and not a noun that is the subject of its clause.
BEHIND_DEEDS = FILLERS | PLACES | word_list("with via using and through when after before so if")
LIGHT = (
    FILLERS
    | PLACES
    | JOINS
    | SUBORDINATES
    | LEADS
    | OBLIGES
    | DENIES
    | ABOUT
    | word_list(
        "with without via using through so than are were will may might do does too again now "
        "instead there here everywhere today only even not more most them him her everything "
        "everyone anyone someone whole based properly well soon later"
    )
)
