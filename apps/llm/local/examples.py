"""How near a text comes to example sentences, by its meaning and in any language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from apps.llm.local import multilingual
from apps.llm.local.multilingual import Floats


class Nearest(NamedTuple):
    """The example that a text is most similar to (cosine), and its language."""

    similarity: float
    language: str


@dataclass(frozen=True)
class _Vectors:
    """languages: of each vector."""

    vectors: Floats
    languages: Sequence[str]


class Examples:
    """Sentences by kind and language."""

    def __init__(self, by_kind: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self._by_kind = {kind: _vectors(texts) for kind, texts in by_kind.items()}

    def nearest(self, text: str) -> dict[str, Nearest]:
        """The nearest example of each kind."""
        vector = multilingual.encode_message(text)
        return {kind: _nearest(own, vector) for kind, own in self._by_kind.items()}


def _vectors(by_language: Mapping[str, Sequence[str]]) -> _Vectors:
    pairs = [(code, text) for code, texts in by_language.items() for text in texts]
    languages, texts = zip(*pairs, strict=True)
    return _Vectors(multilingual.encode(texts), languages)


def _nearest(examples: _Vectors, vector: Floats) -> Nearest:
    similarities = examples.vectors @ vector
    place = int(similarities.argmax())
    return Nearest(float(similarities[place]), examples.languages[place])
