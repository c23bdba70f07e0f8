"""Requests and responses of the HTTP API."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from django.conf import settings
from ninja import Field, Schema

from apps.conversations import thread_secrets
from apps.infrastructure.storable_text import StorableText

SECRET = f"^({thread_secrets.SHAPE.pattern})?$"


class Question(Schema):
    """A guest's message; without a thread it begins a new one."""

    message: str = Field(min_length=1, max_length=settings.MAX_MESSAGE_CHARS)
    thread_id: UUID | None = None
    thread_secret: str = Field(
        "",
        pattern=SECRET,
        description="It comes in the first event of a thread; without it the question "
        "begins a new one. A `thread_id` of your own may bring a secret of your own.",
    )
    client_id: UUID | None = Field(
        None, description="The same id and message twice are one question."
    )
    property: StorableText = Field(
        "",
        description="Slug; empty means that of the thread, or the default property.",
    )
    language: str = Field("en", max_length=10, pattern=r"^[A-Za-z0-9-]*$")


class Rating(Schema):
    """What a guest thinks of an answer; the latest rating of a turn counts."""

    thread_id: UUID
    thread_secret: str = Field("", pattern=SECRET)
    turn_id: UUID | None = None
    rating: int = Field(ge=1, le=5)
    reason: Literal["", "wrong", "outdated", "not_answered", "unsafe", "tone"] = ""
    comment: StorableText = Field("", max_length=1000)


class Resort(Schema):
    name: str
    location: str
    phone: str
    website: str
    languages: list[str]
    categories: list[str]
    document_count: int


class Graph(Schema):
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class Failure(Schema):
    """Every error; `code` for programs, `message` for people."""

    error: dict[str, str]
