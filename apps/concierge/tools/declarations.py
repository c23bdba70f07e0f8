"""What a tool is: declared once, offered to models and called by the router offline."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from apps.concierge.bookings import BookingReply
from apps.concierge.context import Context

Passages = list[dict[str, Any]]
Outcome = Literal["done", "refused", "unavailable", "late", "failed"]


class Arguments(BaseModel):
    """Flat arguments: texts, numbers and choices, which every provider can send."""

    model_config = ConfigDict(extra="forbid", str_max_length=400, allow_inf_nan=False)


class Refused(Exception):  # noqa: N818 - the state is the name
    """The call makes no sense as it stands; its text tells the model why.

    lacks: by which name `replies` tells the guest; empty leaves him to the records.
    """

    def __init__(self, reason: str, lacks: str = "") -> None:
        super().__init__(reason)
        self.lacks = lacks


class Unavailable(Exception):  # noqa: N818 - the state is the name
    """What the tool depends on does not answer now."""


@dataclass(frozen=True)
class Result:
    """What a call has brought.

    passages: evidence, in the form of what a search finds. note: for the model, where
    there is no passage. lacks: by which name `replies` says that there is none.
    reply: what answers the guest at once, in the place of a model's words.
    """

    passages: Passages = field(default_factory=list)
    note: str = ""
    outcome: Outcome = "done"
    lacks: str = ""
    reply: BookingReply | None = None


@dataclass(frozen=True)
class Tool:
    """seconds: its deadline. is_offered: whether a model may call it in this turn.

    is_shown: whether guests see it at work, in the sentence `step_` and its name.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Any, Context], Awaitable[Result]]
    seconds: float
    is_offered: Callable[[Context], bool] = lambda context: True
    is_shown: bool = True

    def schema(self) -> dict[str, Any]:
        """As OpenAI describes a function; both clients read this form."""
        parameters = self.arguments.model_json_schema()
        properties = {
            name: {key: part[key] for key in part if key not in ("title", "default")}
            for name, part in parameters["properties"].items()
        }
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": {
                    "type": "object",
                    "properties": properties,
                    "required": list(parameters.get("required", ())),
                },
            },
        }
