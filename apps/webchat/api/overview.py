"""The property, the graph, and the health of the site."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from ninja import Router

from apps.conversations import health, public_overview
from apps.webchat.api import chat, errors, schemas

router = Router(tags=["resort"])


@router.get(
    "/property",
    response={200: schemas.Resort, 404: schemas.Failure},
    summary="The property and what it offers",
)
async def property_(request: HttpRequest, property: str = "") -> object:  # noqa: A002
    session = await chat.open_session(property)
    with session.scope():
        return await sync_to_async(public_overview.of, thread_sensitive=False)(
            session.place
        )


@router.get("/graph", response=schemas.Graph, summary="Nodes and edges of a turn")
def graph(request: HttpRequest) -> object:
    return public_overview.graph()


@router.get(
    "/health",
    response={200: dict[str, Any], 503: dict[str, Any]},
    summary="Whether guests can be answered",
)
async def healthy(request: HttpRequest, response: HttpResponse) -> object:
    """200 when they can, 503 when not, or not yet: a process that starts loads its
    models first. The status is `degraded`, with 200, while a service is away that
    answers do not need."""
    state = await health.state()
    response["Cache-Control"] = "no-store"
    if state["agent_ready"]:
        return 200, state
    response["Retry-After"] = str(errors.RETRY_SECONDS)
    return 503, state
