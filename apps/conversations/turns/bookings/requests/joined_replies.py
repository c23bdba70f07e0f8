"""One answer of several replies, such as to "cancel both, and a late checkout"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.requests import joint_requests, proposals
from apps.conversations.turns.bookings.requests.joint_requests import (
    ALSO,
    ASKING,
    AWAITING_GUEST,
    FURTHER_QUESTIONS,
    PROPOSED_BESIDE,
)
from apps.conversations.turns.bookings.writer import Writer


def joined(writer: Writer, replies: Sequence[BookingReply]) -> BookingReply:
    """One answer: what is told or cannot be done, what is proposed, what is asked.

    Only the first may cite anything: its marks keep their numbers.
    """
    proposed = [own for own in replies if own.expects.get("for") == "confirmation"]
    asking = _asking(replies)
    settled = [own for own in replies if own.expects.get("for") not in AWAITING_GUEST]
    texts = [*_texts(settled), *_proposal_texts(writer, proposed), *_texts(asking[:1])]
    waiting = [own.expects for own in (*proposed, *asking[:1])]
    # The last question comes first: "make it 2 instead" is about that.
    replacing = [
        link
        for own in reversed(settled)
        for link in joint_requests.replacements_in(own.expects)
    ]
    if waiting:
        expects = {**waiting[-1], **joint_requests.replacements_beside(replacing)}
    else:
        expects = joint_requests.as_question(replacing)
    open_requests = [link for own in proposed for link in _open_requests(own)]
    if asking and open_requests:
        expects[PROPOSED_BESIDE] = _beside(asking[0], open_requests)
    elif open_requests[:-1]:
        expects[ALSO] = open_requests[:-1]
    if asking and (also := [*open_requests, *asking[0].expects.get(ALSO, ())]):
        expects[ALSO] = also
    if asking[1:]:
        further = expects.get(FURTHER_QUESTIONS, ())
        expects[FURTHER_QUESTIONS] = [*further, *map(_as_further, asking[1:])]
    cards = [card for own in replies for card in own.requests]
    cited = next((own.citations for own in replies if own.citations), ())
    return BookingReply("\n\n".join(texts), expects, cited, cards)


def _asking(replies: Sequence[BookingReply]) -> list[BookingReply]:
    """The replies that ask something; the same question is asked once."""
    by_text: dict[str, BookingReply] = {}
    for own in replies:
        if own.expects.get("for") in ASKING:
            by_text.setdefault(own.text, own)
    return list(by_text.values())


def _as_further(asking: BookingReply) -> dict[str, Any]:
    return {"text": asking.text, "expects": dict(asking.expects)}


def _texts(replies: Sequence[BookingReply]) -> list[str]:
    return list(dict.fromkeys(own.text for own in replies))


def _proposal_texts(writer: Writer, proposed: Sequence[BookingReply]) -> list[str]:
    """What several proposals say in one sentence."""
    if len(proposed) < 2:  # noqa: PLR2004
        return _texts(proposed)
    links = [link for own in proposed for link in _open_requests(own)]
    rows = joint_requests.waiting(writer, {ALSO: links})
    if len(rows) < 2:  # noqa: PLR2004
        return _texts(proposed)
    notes = dict.fromkeys(proposals.late_note_of(writer, row) for row in rows)
    lines = "\n\n".join(proposals.summary(writer, row) for row in rows)
    reply = "request_proposed_cards" if writer.has_cards else "request_proposed_several"
    return [*filter(None, notes), writer.say(reply, list=lines)]


def _open_requests(proposed: BookingReply) -> list[dict[str, Any]]:
    """All that the reply proposes: it may itself be joined of several."""
    links = (*proposed.expects.get(ALSO, ()), proposed.expects)
    return [{"request": own["request"], "version": own["version"]} for own in links]


def _beside(
    asking: BookingReply, open_requests: list[dict[str, Any]]
) -> dict[str, Any]:
    """What is proposed beside a question, which may have proposals of its own."""
    own = asking.expects.get(PROPOSED_BESIDE, {"question": asking.text, ALSO: []})
    return {"question": own["question"], ALSO: [*open_requests, *own[ALSO]]}
