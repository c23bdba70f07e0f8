"""The vectors of the texts that one turn reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from apps.llm.embeddings import Embedder


class VectorsOfTurn:
    """Embeds each text once: a part of a message is read with it and on its own."""

    def __init__(self) -> None:
        self._by_model = defaultdict[str, dict[str, Sequence[float]]](dict)

    async def embed(
        self, model: Embedder, texts: Sequence[str]
    ) -> list[Sequence[float]]:
        """Vectors in the order of `texts`; what is new is embedded in one call."""
        by_text = self._by_model[model.name]
        new = [text for text in dict.fromkeys(texts) if text not in by_text]
        if new:
            embedded = await model.aembed_queries(new)
            by_text.update(zip(new, embedded, strict=True))
        return [by_text[text] for text in texts]
