"""The public names for people who extend plangate (EXT-1). Provisional until others have used them.

A part is added by an entry point of a package and chosen in the settings (docs/extend.md):

    [project.entry-points."plangate.minds"]
    echo = "acme_plangate:mind"

Each group takes a function of one `Opening`, but `plangate.formats`, which takes a module or object
with the names of a format, and `plangate.catalogs`, which takes a package with data files.
"""

from __future__ import annotations

from plangate.adapters.formats.format import Edit, Format, Written
from plangate.adapters.memory import (
    FrozenClock,
    MemoryStore,
    ScriptedInvestigator,
    ScriptedProposer,
    ScriptedWeb,
)
from plangate.app.planner_parts import Eyes, InPlace, Models, Voices, Workspaces
from plangate.app.ports import (
    Clock,
    Investigator,
    Notifier,
    Proposer,
    Recall,
    Store,
    Surveyed,
    Web,
    Witness,
)
from plangate.core.events.event import EvidenceGathered
from plangate.core.log.chain import Entry
from plangate.core.log.tables import Query, TableRow
from plangate.core.model.errors import BadInput, Conflict, PlangateError
from plangate.core.model.nouns import (
    Ambiguity,
    Dispatch,
    Evidence,
    Interpretation,
    Question,
    Task,
)
from plangate.core.moves import DraftPlan, ExpandPlan, Investigate, Propose, Recollect, Survey
from plangate.settings import Settings
from plangate.wiring.other_packages import Opening

__all__ = [
    "Ambiguity",
    "BadInput",
    "Clock",
    "Conflict",
    "Dispatch",
    "DraftPlan",
    "Edit",
    "Entry",
    "Evidence",
    "EvidenceGathered",
    "ExpandPlan",
    "Eyes",
    "Format",
    "FrozenClock",
    "InPlace",
    "Interpretation",
    "Investigate",
    "Investigator",
    "MemoryStore",
    "Models",
    "Notifier",
    "Opening",
    "PlangateError",
    "Propose",
    "Proposer",
    "Query",
    "Question",
    "Recall",
    "Recollect",
    "ScriptedInvestigator",
    "ScriptedProposer",
    "ScriptedWeb",
    "Settings",
    "Store",
    "Survey",
    "Surveyed",
    "TableRow",
    "Task",
    "Voices",
    "Web",
    "Witness",
    "Workspaces",
    "Written",
]
