"""The note that changes of the program leave in the changelog, where that is the habit here."""

from __future__ import annotations

from collections.abc import Sequence

from plangate.adapters.minds.drafting.drafting_facts import DraftingFacts
from plangate.adapters.minds.drafting.drafting_strands import Strand, needing, purposed
from plangate.core.model.nouns import Task


def noted(strands: Sequence[Strand], pages: Sequence[Task], facts: DraftingFacts) -> list[Task]:
    """The pages a plan writes, and the note that changes here leave in the changelog."""
    told = {path for page in pages for path in page.files}
    logs = [path for path in facts.history.changelogs if path not in told]
    strand = next((one for one in strands if not one.archetype.acts), None)
    if not logs or strand is None or len(logs) < len(facts.history.changelogs):
        return list(pages)
    where, is_folder = logs[0], logs[0].endswith("/")
    note = Task(
        id=f"{strand.archetype.id}.note",
        title=f"Add a note to {where}" if is_folder else f"Add a line to {where}",
        description=f"Add to {where} what users notice, in the form of the entries there: changes "
        "of the program are noted there as a habit",
        files=() if is_folder else (where,),
        complexity=1,
        check=f"the newest entry of {where} tells this change in the words of its users",
    )
    return [*pages, needing(purposed(note, strand.clauses, "note"), strand.cores)]
