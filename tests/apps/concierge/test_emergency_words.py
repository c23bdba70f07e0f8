"""The gate and the router know words of need, and pass their harmless twins."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from apps.knowledge.question import spelling
from apps.language import detect
from apps.llm import embeddings
from tests.apps.concierge.conftest import PreparedSearch, RunGraph, context
from tests.emergencies import WORDS

LISTED = [(group, text) for group, texts in WORDS.items() for text in texts]
GUARDRAILS = {
    "emergency": "emergency",
    "crisis": "self_harm",
    "human": "human",
    "worry": "responsible_gaming",
}
plain_spelling = spelling.plain_spelling([], [], set())


class LocalSearch(PreparedSearch):
    """Repairs words and makes vectors as the search of a property does."""

    is_local = True

    def plain(self, text: str) -> str:
        return plain_spelling(text, detect.detect(text))

    async def vector(self) -> Sequence[float]:
        [vector] = embeddings.local().embed_queries([self.text])
        return vector


@pytest.mark.parametrize(
    ("group", "text"), [(group, text) for group, text in LISTED if group in GUARDRAILS]
)
async def test_they_know_words_of_need(
    run_graph: RunGraph, group: str, text: str
) -> None:
    run = await run_graph(text, context(search=LocalSearch()))
    assert run.state["guardrail"] == GUARDRAILS[group]


@pytest.mark.parametrize(
    ("group", "text"),
    [(group, text) for group, text in LISTED if group not in GUARDRAILS],
)
async def test_they_let_harmless_twins_pass(
    run_graph: RunGraph, group: str, text: str
) -> None:
    run = await run_graph(text, context(search=LocalSearch()))
    assert run.state.get("guardrail", "") not in ("emergency", "human")
