"""all-MiniLM-L6-v2, a small sentence model, run with numpy alone.

The weights are
used only when they are the ones this code was written for (`WEIGHTS`): other numbers would give
other likenesses, and the calibration would no longer hold. Nothing is fetched, ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plangate.adapters.recall.wordpiece import WordPiece

#: The sha256 of model.safetensors.
WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_MOST_PIECES = 256
_HEADS = 12
_LAYERS = 6
_TINY = 1e-12

Array = Any  # of numbers; numpy need not be here for the types to be checked


class Model(NamedTuple):
    """The weights by name, and the vocabulary they were trained with."""

    weights: dict[str, Array]
    vocabulary: WordPiece

    @classmethod
    def from_folder(cls, folder: Path) -> Model:
        raw = (folder / "model.safetensors").read_bytes()
        if hashlib.sha256(raw).hexdigest() != WEIGHTS:
            raise ValueError(f"{folder} holds other weights than the pinned ones")
        return cls(_tensors(raw), WordPiece.from_file(folder / "vocab.txt"))

    def vector(self, text: str) -> Array:
        """A text's meaning as a vector of length 1: the mean over its pieces."""
        numbers = self.vocabulary.numbers(text, _MOST_PIECES)
        state = self._embedded(numbers)
        for layer in range(_LAYERS):
            state = self._layer(state, f"encoder.layer.{layer}.")
        mean = state.mean(axis=0)
        return mean / max(float(np.linalg.norm(mean)), _TINY)

    def _embedded(self, numbers: Sequence[int]) -> Array:
        own = self.weights
        state = (
            own["embeddings.word_embeddings.weight"][list(numbers)]
            + own["embeddings.position_embeddings.weight"][: len(numbers)]
            + own["embeddings.token_type_embeddings.weight"][0]
        )
        return self._normal(state, "embeddings.LayerNorm.")

    def _layer(self, state: Array, name: str) -> Array:
        attended = self._linear(self._attention(state, name), f"{name}attention.output.dense.")
        state = self._normal(state + attended, f"{name}attention.output.LayerNorm.")
        inner = _gelu(self._linear(state, f"{name}intermediate.dense."))
        return self._normal(
            state + self._linear(inner, f"{name}output.dense."), f"{name}output.LayerNorm."
        )

    def _attention(self, state: Array, name: str) -> Array:
        count, width = state.shape
        query, key, value = (
            self._linear(state, f"{name}attention.self.{part}.")
            .reshape(count, _HEADS, width // _HEADS)
            .transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 2, 1) / sqrt(width / _HEADS)
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares = scores / scores.sum(axis=-1, keepdims=True)
        return (shares @ value).transpose(1, 0, 2).reshape(count, width)

    def _linear(self, state: Array, name: str) -> Array:
        return state @ self.weights[f"{name}weight"].T + self.weights[f"{name}bias"]

    def _normal(self, state: Array, name: str) -> Array:
        centred = state - state.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + _TINY)
        return centred / spread * self.weights[f"{name}weight"] + self.weights[f"{name}bias"]


def _gelu(state: Array) -> Array:
    """The Gaussian error linear unit; erf by the Abramowitz and Stegun formula 7.1.26."""
    half = np.abs(state) / sqrt(2)
    t = 1 / (1 + 0.3275911 * half)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * -1.453152027)))
    series = series + 1.061405429 * t**5
    return state * (1 + np.sign(state) * (1 - series * np.exp(-half * half))) / 2


def _tensors(raw: bytes) -> dict[str, Array]:
    """A safetensors file: the length of a JSON header, the header, the numbers."""
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])
    numbers = memoryview(raw)[8 + length :]
    return {
        name: np.frombuffer(numbers[slice(*entry["data_offsets"])], np.float32).reshape(
            entry["shape"]
        )
        for name, entry in header.items()
        if name != "__metadata__" and entry["dtype"] == "F32"
    }
