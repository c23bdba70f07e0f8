"""What a guest was asked and has not answered yet, while he says something else.

"Change to 4 people" is asked "which one?", and "and a late checkout at 1" is no answer
to that: both go on, the wish with its proposal, and the question with the change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import joint_requests, request_statuses
from apps.conversations.turns.bookings.words import decisions
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.writer import Writer


def decided_meanwhile(
    writer: Writer, text: str, expected: Expected
) -> BookingReply | None:
    """To a guest who was asked something, and saw a proposal besides: a yes sends that,
    and he is asked once more; a no withdraws it. None for any other words."""
    beside = expected.get(joint_requests.PROPOSED_BESIDE)
    decision = decisions.read(text)
    is_decision = decision.word in {Word.YES, Word.NO} and not decision.other_clauses
    if beside is None or not is_decision:
        return None
    rows = joint_requests.waiting(writer, beside)
    if decision.kinds:
        rows = [row for row in rows if row.kind in decision.kinds]
    if not rows:
        return None
    if decision.word == Word.NO and not decision.kinds:
        withdrawn = joint_requests.move(writer, rows, "withdraw")
        return _still_waiting(writer, withdrawn, expected)
    names = expected.keys() - {joint_requests.ALSO, joint_requests.PROPOSED_BESIDE}
    question_expects = {name: expected[name] for name in names}
    action = "confirm" if decision.word == Word.YES else "withdraw"
    moved = joint_requests.move(writer, rows, action)
    question = BookingReply(beside["question"], question_expects)
    return joint_requests.after(moved, question)


def declined(writer: Writer, expected: Expected) -> BookingReply:
    """To a no to what the guest was asked."""
    reply = writer.reply("request_withdrawn")
    return _still_waiting(writer, reply, expected)


def _still_waiting(
    writer: Writer, reply: BookingReply, expected: Expected
) -> BookingReply:
    """The reply, and after it what the guest has read in earlier answers, and neither
    sent nor withdrawn."""
    rows = joint_requests.waiting(writer, expected)
    if not rows:
        return reply
    return joint_requests.after(reply, request_statuses.statuses(writer, rows))


def asked_again(reply: BookingReply, text: str, expected: Expected) -> BookingReply:
    """The reply, and after it what else the guest was asked before.

    Where the reply itself asks for something, that comes first. Who says no to all
    that he was asked is asked nothing more.
    """
    waiting = list(expected.get(joint_requests.FURTHER_QUESTIONS, ()))
    if not waiting or (decisions.is_no(text) and not decisions.read(text).kinds):
        return reply
    if reply.expects.get("for") in joint_requests.ASKING:
        further = list(reply.expects.get(joint_requests.FURTHER_QUESTIONS, ()))
        questions = [
            _subject(reply.expects),
            *(_subject(own["expects"]) for own in further),
        ]
        further += [own for own in waiting if _subject(own["expects"]) not in questions]
        return replace(
            reply, expects={**reply.expects, joint_requests.FURTHER_QUESTIONS: further}
        )
    first, *later = waiting
    expects = {**first["expects"], **_proposed(reply.expects, first["text"])}
    if later:
        expects[joint_requests.FURTHER_QUESTIONS] = later
    return replace(reply, text=f"{reply.text}\n\n{first['text']}", expects=expects)


def _subject(expects: Mapping[str, Any]) -> list[Any]:
    """What a question is about: the same one is asked once."""
    return [expects.get(name) for name in ("for", "meaning", "booking", "ids", "text")]


def _proposed(expects: Mapping[str, Any], question: str) -> dict[str, Any]:
    """What the reply proposes, beside the question that follows it. What it only asks
    about, the guest has not read: no yes sends it."""
    if "replaces" in expects:
        return joint_requests.replacements_beside(
            joint_requests.replacements_in(expects)
        )
    if expects.get("for") != "confirmation" or joint_requests.DOUBTFUL in expects:
        return {}
    proposal = {name: expects[name] for name in ("request", "version")}
    also = [*expects.get(joint_requests.ALSO, ()), proposal]
    beside = {"question": question, joint_requests.ALSO: [proposal]}
    return {joint_requests.ALSO: also, joint_requests.PROPOSED_BESIDE: beside}
