"""Requests and responses of the HTTP API."""

from __future__ import annotations

from typing import Any, Literal, Self
from uuid import UUID

from django.conf import settings
from ninja import Field, Schema
from pydantic import model_validator

from apps.conversations import thread_secrets
from apps.infrastructure.postgresql.storable_text import StorableText

STARS_OF_VOTE: dict[int | None, int] = {-1: 1, 0: 3, 1: 5}
# A message up to so many times too long is refused with the number to call, where its
# beginning or its end tells of danger.
MOST_TIMES_TOO_LONG = 8
SECRET = f"^({thread_secrets.SHAPE.pattern})?$"


class Question(Schema):
    """A guest's message; without a thread it begins a new one."""

    message: StorableText = Field(
        min_length=1,
        # A longer one is refused with the number to call, where it tells of danger.
        max_length=MOST_TIMES_TOO_LONG * settings.MAX_MESSAGE_CHARS,
        description=f"At most {settings.MAX_MESSAGE_CHARS} characters are answered.",
    )
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
    rating: int | None = Field(
        None, ge=1, le=5, description="From 1, bad, to 5, good; or send a `vote`."
    )
    vote: Literal[-1, 0, 1] | None = Field(
        None, description="Down, neither, or up; stored as a rating of 1, 3 or 5."
    )
    reason: Literal["", "wrong", "outdated", "not_answered", "unsafe", "tone"] = ""
    comment: StorableText = Field("", max_length=1000)

    @model_validator(mode="after")
    def insist_on_one_scale(self) -> Self:
        if (self.rating is None) == (self.vote is None):
            raise ValueError("either rating or vote is needed")
        return self

    @property
    def stars(self) -> int:
        """From 1 to 5, whichever scale was used."""
        return STARS_OF_VOTE[self.vote] if self.rating is None else self.rating


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
