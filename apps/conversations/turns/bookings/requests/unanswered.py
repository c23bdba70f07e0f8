"""What a guest was asked and has not answered yet, while he says something else.

"Change to 4 people" is asked "which one?", and "and a late checkout at 1" is no answer
to that: both go on, the wish with its proposal, and the question with the change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import joint_requests
from apps.conversations.turns.bookings.words import decisions
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.writer import Writer


def sent_meanwhile(
    writer: Writer, text: str, expected: Expected
) -> BookingReply | None:
    """To a yes of a guest who was asked something, and saw a proposal besides: that is
    sent, and he is asked once more. None for any other words."""
    beside = expected.get(joint_requests.BESIDE)
    decision = decisions.read(text)
    if beside is None or decision.word != Word.YES or decision.other_clauses:
        return None
    rows = joint_requests.waiting(writer, beside)
    if decision.kinds:
        rows = [row for row in rows if row.kind in decision.kinds]
    if not rows:
        return None
    names = expected.keys() - {joint_requests.ALSO, joint_requests.BESIDE}
    question = {name: expected[name] for name in names}
    sent = joint_requests.move(writer, rows, "confirm")
    return joint_requests.after(sent, BookingReply(beside["question"], question))


def asked_again(reply: BookingReply, expected: Expected) -> BookingReply:
    """The reply, and after it what else the guest was asked before.

    Where the reply itself asks for something, that comes first.
    """
    waiting = list(expected.get(joint_requests.STILL, ()))
    if not waiting:
        return reply
    if reply.expects.get("for") in joint_requests.ASKING:
        still = [*reply.expects.get(joint_requests.STILL, ()), *waiting]
        return replace(reply, expects={**reply.expects, joint_requests.STILL: still})
    first, *later = waiting
    expects = {**first["expects"], **_proposed(reply.expects, first["text"])}
    if later:
        expects[joint_requests.STILL] = later
    return replace(reply, text=f"{reply.text}\n\n{first['text']}", expects=expects)


def _proposed(expects: Mapping[str, Any], question: str) -> dict[str, Any]:
    """What the reply proposes, beside the question that follows it."""
    if expects.get("for") != "confirmation":
        return {}
    proposal = {name: expects[name] for name in ("request", "version")}
    also = [*expects.get(joint_requests.ALSO, ()), proposal]
    beside = {"question": question, joint_requests.ALSO: [proposal]}
    return {joint_requests.ALSO: also, joint_requests.BESIDE: beside}
