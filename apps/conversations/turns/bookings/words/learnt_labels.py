"""What small networks make of a text: a chance for each label that they have learnt.

They read the vectors of two sentence models, which the gate has computed for a whole
message before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from apps.concierge.guardrails import networks
from apps.language import classifier
from apps.language.classifier import Floats
from apps.llm import embeddings
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import multilingual

# Of what the multilingual model reads of a text.
LONGEST = 300


@dataclass(frozen=True)
class LearntLabels:
    """labels: in the order of the weights."""

    weights: Path
    labels: tuple[str, ...]

    def chances(
        self, text: str, english: Sequence[float] | None = None
    ) -> Floats | None:
        """Of each label; None for a text without a letter.

        english: the English model's vector of the text; computed where it is not given
        and questions are embedded by that model.
        """
        return self._chances(text, english or _vector(text))

    def chances_of_part(self, text: str) -> Floats | None:
        """The same of a part of a message, by the multilingual model alone."""
        return self._chances(text, None)

    def _chances(self, text: str, english: Sequence[float] | None) -> Floats | None:
        if not any(map(str.isalpha, text)):
            return None
        vectors = multilingual.encode_message(text[:LONGEST])[None]
        [scores] = networks.load(self.weights).log_chances(vectors, english)
        return classifier.softmax(scores)


def _vector(text: str) -> Sequence[float] | None:
    model = embeddings.embedder()
    if not isinstance(model, MiniLMEmbedder) or not any(map(str.isalpha, text)):
        return None
    return model.embed_queries([text])[0]
