"""What a speaker is given: a prompt as text for a model, and the same as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import SystemMessage
from pydantic import Field

UNKNOWN = "I am sorry, the resort's records do not hold that."


@dataclass(frozen=True)
class Caution:
    """Sentences before and after an answer, in the guest's language.

    after_thing: what stands before it instead where the thing that is missing has just
    been named.
    """

    before: str = ""
    after: str = ""
    after_thing: str = ""


NO_CAUTION = Caution()


@dataclass(frozen=True)
class Briefing:
    """The data of a prompt, for a speaker that needs no model.

    passages: as retrieval returns them. retry: why the last answer was rejected.
    unknown: the sentence for a question that the passages do not answer. no_such_day:
    the one for a question about a day that there is not; empty for others. missing: the
    one for a row that lacks the field that is asked for; empty for others.
    not_mentioned: the one for words that no record has, with "{words}" in their place;
    empty in a language that the records are not in. reading: how
    the search has understood the question. caution: what stands around the
    answer where the records meet the question only in part. in_part: the one for a fact
    that turns out to lack the value asked for; no_price: where that is an amount.
    further: whom to ask for more, in the guest's language. not_spoken: what is said
    first in a language in which only a model can answer. order_note: why a list has its
    order, where what the guest told before has decided on it; else empty. needs_note:
    whom to ask about needs that no record names. parts: of a message with several
    questions, one briefing each, with all of its passages. number: of such a part, from
    1; 0 for a whole message.
    """

    passages: Sequence[Mapping[str, Any]] = ()
    language: str = ""
    unknown: str = UNKNOWN
    no_such_day: str = ""
    missing: str = ""
    not_mentioned: str = ""
    retry: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)
    caution: Caution = NO_CAUTION
    in_part: Caution = NO_CAUTION
    no_price: Caution = NO_CAUTION
    further: str = ""
    not_spoken: str = ""
    order_note: str = ""
    needs_note: str = ""
    parts: Sequence[Briefing] = ()
    number: int = 0


class SpeakerPrompt(SystemMessage):
    """The system message of a speaker: models read its text, others its briefing."""

    briefing: Briefing = Field(default_factory=Briefing, exclude=True)
