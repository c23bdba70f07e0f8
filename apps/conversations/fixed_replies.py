"""Which questions get the same reply whatever the records hold."""

from __future__ import annotations

from apps.concierge.guardrails import checks, names
from apps.concierge.routing import intent
from apps.conversations import single_question
from apps.knowledge import property_snapshot
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.llm import embeddings
from apps.properties.models import Property


def has_fixed_reply(place: Property, question: str) -> bool:
    """Whether the gate stops it, or it asks for a person or for gambling advice."""
    snapshot = property_snapshot.of(place.pk)
    plain = snapshot.plain(question, single_question.language_of(question))
    vector = embeddings.local().embed_queries([plain])[0]
    return (
        any(_is_stopped(text, snapshot, vector) for text in {question, plain})
        or checks.asks_for_human(question)
        or intent.classify(plain, vector).is_gambling_advice
    )


def _is_stopped(text: str, snapshot: PropertySnapshot, vector: list[float]) -> bool:
    """A row called Heart Attack Grill is no emergency."""
    finding = checks.inspect(text, vector)
    rows = snapshot.exact_names(text) if names.may_be_all(finding) else ()
    if remaining := names.replaced(text, rows):
        vector = embeddings.local().embed_queries([remaining])[0]
        return not names.was_all(checks.explain(remaining, vector))
    return finding is not None
