"""How a goal is understood (UND, INT-2). Numbers by the module that asks."""

# --- changes (INT-2)
CHANGES_LONGEST = 28
CHANGES_MOST_CLAUSES = 2
CHANGES_SHORT = 14
#: Of a small change the old text is told, and where the new one stands already.
CHANGES_PLACES = 2
#: So likely a place must be before a value is taken to stand there.
CHANGES_LIKELY = 0.2
#: So much alike are a misspelt word and the right one.
CHANGES_ALIKE = 0.75
#: … and so much a name and what is taken for a slip in writing it.
CHANGES_MISSPELT = 0.85

# --- answers (UND-6)
#: So many terms one question asks about.
ANSWER_TERMS = 3
#: A request names no more than so many things of code: the database it is about.
ANSWER_NAMES = 1

# --- requirements (UND-6)
#: So many sentences that bind are a list of requirements.
SPEC_FROM = 5
#: So many of what they leave open one question asks about, each with so many letters around it.
UNSTATED_MOST = 3
UNSTATED_AROUND = 30
#: So many signs that a requirement leaves something open are needed to ask about it.
UNSTATED_SIGNS = 2
#: So many names of code and values say what is meant, whatever else a requirement says.
UNSTATED_NAMES = 3
#: Two requirements that share so much are about one matter, and asked about once.
UNSTATED_ALIKE = 0.5

# --- underspecified (UND-6): weighed on issues that people had judged (benchmarks/README.md)
#: Beside the share by which its open sentences outnumber those that say what is right, an issue is
#: as much more open that shows nothing, and less that says what was expected or names of code.
OPEN_BY_NOTHING_SHOWN = 0.3
OPEN_BY_EXPECTATION = 0.2
OPEN_BY_A_NAME = 0.1
#: From here on the writer is asked what should be.
UNDERSPECIFIED_FROM = 0.2

# --- confidence (UND-8, STOP-1)
#: How many of the likeliest places a plan is taken to begin with.
CONFIDENCE_FIRST = 3
#: In a small repository the same strengths are worth more: on the labelled sets one of two places
#: was right this much more often than their strengths say by themselves.
CONFIDENCE_LIFT = 0.25
#: How often a decision stands that a line of the repository speaks for, or that is mere craft.
CONFIDENCE_BACKED = 0.99
#: … and one that a person read beside a question they answered, and left as it is.
CONFIDENCE_READ = 0.95
#: How many of the weakest decisions count in full; each further one counts half of the one before.
CONFIDENCE_IN_FULL = 3

#: How often a plan for one more of a kind began at a right file (benchmarks/kin.py).
CONFIDENCE_KIN = 0.8
#: The same where that file is none of the first places by themselves: of 47 such plans read against
#: the code about half could be handed on.
CONFIDENCE_KIN_ALONE, CONFIDENCE_AGREES = 0.5, 3

# --- contradictions (UND-6)
#: A word that stands in more files than this says little about any of them.
CONTRADICTIONS_COMMON = 0.6
#: Of a sentence with more words only what stands right behind “no” is denied.
DENIED_IN_PASSING = 14
#: So much of what is denied must be wanted, weighed by how rare the words are here.
MOST_OF_IT = 0.6
#: … and so much where the deed is the same, or a product of the very kind is wanted.
SOME_OF_IT = 0.33

#: How likely two pieces of a goal both hold, of which one may leave no room for the other.
BOTH_HOLD = 0.8
#: How likely a goal is meant within what a page says of the very thing, and within what it says of
#: the program.
PAGE_KEPT = 0.5
PAGE_KEPT_WIDELY = 0.8

# --- pieces of a goal against each other (UND-6)
#: On so many axes a page speaks against a goal that names the same thing.
PROMISE_AXES = 2
#: So many words before a phrase a denial may stand, and a deed that takes away.
DENIAL_REACHES, TAKING_REACHES = 7, 4
#: A word that joins ends a piece of so many words: “the table and the schema” is one.
JOINED_FROM = 3
#: What stands behind so many pieces is one: a report of many pages.
STRETCHES_MOST = 60
#: Pieces that name no opposites are held against each other no further apart.
OPPOSED_APART = 4
#: From here on two pieces are said to be meant together; from there on somebody is asked, sooner
#: where they name what cannot both hold.
OPPOSED_NOTICED, OPPOSED_NOTICED_UNNAMED = 0.3, 0.35
OPPOSED_ASKED, OPPOSED_ASKED_UNNAMED = 0.55, 0.7
#: How likely two pieces exclude each other of which one plainly takes what the other rests on.
OPPOSED_SURELY = 0.9

#: UND-7: a longer quotation in a goal is what is quoted, and none of its own words.
QUOTE_LONGEST = 30

# --- doors (UND-6)
DOOR_NEAR = 7
#: The log odds from which a goal's words alone are taken for a door (scripts/fit_doors.py), and
#: below which no word in it is.
DOOR_LIKELY, DOOR_UNLIKELY = 1.6, -2.5
#: UND-7: how likely “for good” is where the goal says why nothing may be kept; nothing else is
#: plausible beside it then (VOI-9).
DOOR_ORDERED = 0.97
#: So far before “them” what is meant by it may stand.
DOOR_SPOKEN_OF = 8

# --- doubts (UND-6)
DOUBTS_MOST = 6
#: UND-6: how likely something else is meant than the action that silence leads to.
DOUBTS_UNSAID = 0.5
#: … and how likely where another clause says plainly what is wanted.
DOUBTS_EXPLAINED = 0.15
#: What another limit than the one assumed takes: a value is changed.
LIMIT_EFFORT = 0.2
#: In so few words nothing else is wanted than another limit.
LIMIT_SHORT = 6

# --- effort (INT-9)
#: What has a sibling to copy from is no harder than this.
EFFORT_COPIED = 4
#: INT-9: what a clause counts that nobody could place.
UNRECOGNISED = 5
EFFORT_LIKELY = 0.25
#: More likely places than this are work in many places.
EFFORT_FEW_PLACES = 2
#: What any goal counts that is not small by its kind.
EFFORT_OF_ANY_GOAL = 3
#: What is counted adds one each, up to this.
EFFORT_AT_MOST = {
    "clauses": 3,
    "things named together": 2,
    "interfaces and data": 2,
    "reaches outside": 1,
    "security": 1,
    "decisions it needs": 1,
}
#: What holds or does not adds this, or takes it away.
EFFORT_WEIGHTS = {
    "most of a system": 4,
    "a new ability": 1,
    "others may use it": 1,
    "reshapes a part": 2,
    "a version that may break things": 2,
    "a cause to be found": 1,
    "to be measured first": 1,
    "everywhere": 1,
    "places": 1,
    "tests or pages alone": -1,
    "exactly placed": -1,
}

# --- existing (UND-4)
#: UND-4: from here on something counts as being there already.
IS_THERE = 0.75
EXISTING_MOST = 6
#: How likely something alike is to be extended, and how likely where its name says all of the wish.
EXTENDS = 0.8
EXTENDS_IF_WHOLE = 0.5

# --- stances (UND-6)
#: So many words from what is said of a thing the thing itself may stand.
STANCE_NEAR = 5

# --- grasp (UND-2)
#: UND-2: what a condition, an amount or a place weighs beside its clause.
GRASP_BESIDE = 0.5
#: A word that stands nearly everywhere here locates nothing.
GRASP_EVERYWHERE = 0.8
GRASP_MOST_CLAUSES = 12
#: A clause without a verb that is no longer than this names a thing that is wanted.
GRASP_SHORT = 9
#: So much of a clause must be here before its object counts as found wherever it ends.
GRASP_MOSTLY = 0.6
#: A word that no more of the files carry tells by itself what is meant.
GRASP_RARE = 0.1
GRASP_MOST_WORDS = 12

# --- intake (INT-1)
#: INT-2.
IMMEDIATE_AT_MOST = 3

# --- restating (ADQ-22, UND-9)
#: ADQ-22: fewer words of its own than this, and a task restates the goal.
LEAST_ADDED = 3
#: UND-9: so much of a goal stands together at a line before naming it says more than the goal.
SPOT_TELLS = 0.5
