"""Sends turns to LangFuse as traces, and ratings as scores, when its keys are set.

A worker sends them after the turn, so no guest waits, and sends again what failed. The
words of guests are redacted first.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx
from django.conf import settings

from apps.conversations.models import Message, Turn
from apps.llm.roles import EXTRACTIVE
from apps.privacy.redaction import redact

if TYPE_CHECKING:
    from langfuse.api import LangfuseAPI
    from langfuse.api.opentelemetry.types import OtelSpan

log = logging.getLogger(__name__)
MOST_A_SWEEP = 100
# Turns that could not be sent for this long are not sent at all.
PATIENCE = timedelta(days=1)
NANOS = 1_000_000_000
MICROS = 1_000_000
TIMEOUT_SECONDS = 10.0


def is_on() -> bool:
    return bool(settings.LANGFUSE_PUBLIC_KEY and settings.LANGFUSE_SECRET_KEY)


def export(now: datetime) -> int:
    """Sends the turns that have ended since the last export; returns their number."""
    if not is_on():
        return 0
    ended = Turn.objects.filter(
        exported_at=None, ended_at__isnull=False, created_at__gt=now - PATIENCE
    )
    turns = list(
        ended.select_related("conversation__property")
        .prefetch_related("messages")
        .order_by("created_at")[:MOST_A_SWEEP]
    )
    if not turns or not _send(turns):
        return 0
    Turn.objects.filter(pk__in=[turn.pk for turn in turns]).update(exported_at=now)
    return len(turns)


def score(scores: Iterable[tuple[str, str, float]]) -> bool:
    """Sends scores of (turn id, name, value); False when they could not be sent."""
    if not is_on():
        return False
    from langfuse.api.core.api_error import ApiError  # noqa: PLC0415 - only with keys
    from langfuse.api.scores.types import CreateScoreRequest  # noqa: PLC0415

    requests = [
        CreateScoreRequest(trace_id=_trace(turn), name=name, value=value)
        for turn, name, value in scores
    ]
    try:
        _client().scores.create(request=requests)
    except (ApiError, httpx.HTTPError) as error:
        log.warning("LangFuse took no scores: %s", type(error).__name__)
        return False
    return True


def erase(turn_ids: Sequence[str]) -> bool:
    """Deletes the traces of these turns; False when LangFuse is unavailable."""
    from langfuse.api.core.api_error import ApiError  # noqa: PLC0415 - only with keys

    try:
        _client().trace.delete_multiple(
            trace_ids=[_trace(turn_id) for turn_id in turn_ids]
        )
    except (ApiError, httpx.HTTPError) as error:
        log.warning("LangFuse deleted no traces: %s", type(error).__name__)
        return False
    return True


def _send(turns: Sequence[Turn]) -> bool:
    from langfuse.api.core.api_error import ApiError  # noqa: PLC0415 - only with keys
    from langfuse.api.opentelemetry.types import (  # noqa: PLC0415
        OtelResourceSpan,
        OtelScope,
        OtelScopeSpan,
    )

    spans = [span for turn in turns for span in _spans(turn)]
    scope = OtelScopeSpan(scope=OtelScope(name="concierge"), spans=spans)
    try:
        _client().opentelemetry.export_traces(
            resource_spans=[OtelResourceSpan(scope_spans=[scope])]
        )
    except (ApiError, httpx.HTTPError) as error:
        log.warning("LangFuse took no traces: %s", type(error).__name__)
        return False
    return True


def _spans(turn: Turn) -> list[OtelSpan]:
    """A span of the turn with a child span for each node, in order, as measured."""
    messages = {message.role: message for message in turn.messages.all()}
    question = messages.get(Message.Role.GUEST)
    answer = messages.get(Message.Role.CONCIERGE)
    start = int((turn.started_at or turn.created_at).timestamp() * NANOS)
    spans = [
        _span(
            turn,
            "turn",
            start,
            turn.duration_ms or 0,
            {
                "langfuse.trace.name": "turn",
                "session.id": str(turn.conversation_id),
                "langfuse.observation.type": "generation",
                "langfuse.observation.input": redact(question.text) if question else "",
                "langfuse.observation.output": answer.text if answer else "",
                "langfuse.observation.model.name": _model(turn),
                "langfuse.trace.metadata.provider": turn.provider,
                "langfuse.observation.usage_details": json.dumps(
                    {"input": turn.input_tokens, "output": turn.output_tokens}
                ),
                "langfuse.observation.cost_details": json.dumps(
                    {"total": turn.cost_micros / MICROS}
                ),
                "langfuse.trace.metadata.property": turn.conversation.property.slug,
                "langfuse.trace.metadata.route": turn.route,
                "langfuse.trace.metadata.guardrail": turn.guardrail,
                "langfuse.trace.metadata.prompt": turn.prompt_hash[:12],
            },
        )
    ]
    for number, node in enumerate(turn.nodes):
        took_ms, metadata = float(node["duration_ms"]), node.get("metadata", {})
        attributes = {"langfuse.observation.metadata": json.dumps(metadata)}
        name = f"{number} {node['node']}"
        spans.append(_span(turn, name, start, took_ms, attributes))
        start += int(took_ms * MICROS)
    return spans


def _model(turn: Turn) -> str:
    """The model that answered; empty when no model was used."""
    if turn.provider == EXTRACTIVE:
        return ""
    # Turns from before the row kept it have it in their trace.
    models = (
        [turn.model]
        if turn.model
        else [
            node["metadata"]["model"]
            for node in turn.nodes
            if node["node"] == "generate" and "model" in node.get("metadata", {})
        ]
    )
    return models[-1] if models else ""


def _span(
    turn: Turn, name: str, start: int, took_ms: float, attributes: dict[str, str]
) -> OtelSpan:
    from langfuse.api.opentelemetry.types import (  # noqa: PLC0415
        OtelAttribute,
        OtelAttributeValue,
        OtelSpan,
    )

    root = _span_id(turn, "turn")
    own = _span_id(turn, name)
    return OtelSpan(
        trace_id=_trace(turn.pk),
        span_id=own,
        parent_span_id=None if own == root else root,
        name=name.partition(" ")[2] or name,
        kind=1,
        start_time_unix_nano=str(start),
        end_time_unix_nano=str(start + int(took_ms * MICROS)),
        attributes=[
            OtelAttribute(key=key, value=OtelAttributeValue(string_value=value))
            for key, value in attributes.items()
            if value
        ],
    )


def _trace(turn_id: Any) -> str:
    return str(turn_id).replace("-", "")


def _span_id(turn: Turn, name: str) -> str:
    """The same id on every export, so a span that is sent twice is stored once."""
    return sha256(f"{turn.pk} {name}".encode()).hexdigest()[:16]


def _client() -> LangfuseAPI:
    from langfuse.api import LangfuseAPI  # noqa: PLC0415 - it takes a second to import

    return LangfuseAPI(
        base_url=settings.LANGFUSE_HOST,
        username=settings.LANGFUSE_PUBLIC_KEY,
        password=settings.LANGFUSE_SECRET_KEY,
        x_langfuse_public_key=settings.LANGFUSE_PUBLIC_KEY,
        headers={"x-langfuse-ingestion-version": "4"},
        timeout=TIMEOUT_SECONDS,
    )
