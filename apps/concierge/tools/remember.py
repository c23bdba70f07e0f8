"""The tool `remember`: a fact that the guest's message tells of him.

It is noted by the rules of the guest's memory: only of a closed list of keys, only in
the guest's own words, after the answer, and beyond the conversation only with consent.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from apps.concierge.context import Context
from apps.concierge.tools.declarations import Arguments, Refused, Result, Tool

NAME = "remember"
DESCRIPTION = (
    "Note a fact that the guest's last message states about himself or his party. "
    "Never a question, a guess, an illness, another person, or a number of a card, a "
    "document or a telephone. Do not tell the guest that you have noted it."
)
SECONDS = 1.0
Key = Literal[
    "name",
    "visit_dates",
    "nights",
    "arrival_time",
    "rooms",
    "party_size",
    "children",
    "children_ages",
    "companions",
    "occasion",
    "dietary_needs",
    "cuisines",
    "budget",
    "interests",
    "tier",
    "accessibility",
    "preferred_contact",
]


class ToldFact(Arguments):
    key: Key
    value: str = Field(
        description="A count as digits, days as 2026-06-12/2026-06-14, a time as "
        "18:30, ages and several choices with commas, money as 250 USD night"
    )
    quote: str = Field(description="The exact words of the last message")


async def run(arguments: ToldFact, context: Context) -> Result:
    """Raises Refused for what the message does not say in these words."""
    if context.remember is None:
        raise Refused("Nothing is noted here.")
    if not context.remember(arguments.key, arguments.value, arguments.quote):
        raise Refused("Not noted: the last message does not say that in these words.")
    return Result(note="Noted.")


TOOL = Tool(
    NAME,
    DESCRIPTION,
    ToldFact,
    run,
    SECONDS,
    is_offered=lambda context: context.remember is not None,
    is_shown=False,
)
