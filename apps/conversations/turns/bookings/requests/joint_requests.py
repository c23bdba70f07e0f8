"""Several requests that wait for the guest's yes: of one message, as in "cancel ballo
and get me a late checkout", or of one after the other.

Each is proposed by itself. One yes sends them all, and one no withdraws them all. New
values may wait too, in the place of what the team decides: several as a chain, of which
each link holds the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import proposals, request_cards
from apps.conversations.turns.bookings.words import decisions, phrases, replies
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations import queries
from apps.reservations.models import Request
from apps.reservations.request_status import Status

# Of the new values that wait beside what else the guest is asked.
ALSO_REPLACES = "also_replaces"
_NAMES_OF_LINK = ("replaces", "version", "values")
# Of what was proposed besides the last one: request and version.
ALSO = "also"
# Proposals that the guest read in one answer with a question, and that question.
PROPOSED_BESIDE = "proposed_beside"
# What else he was asked: texts, and what they expect.
FURTHER_QUESTIONS = "further_questions"
ASKING = frozenset({"details", "choice"})
AWAITING_GUEST = ASKING | {"confirmation"}
# A yes alone does not send what the guest may have meant to take back.
DOUBTFUL = "is_doubtful"
_UNDECIDED = frozenset({Status.PROPOSED, Status.WAITING, Status.CHANGED})
_ALL = patterns.compile(
    r"\b(?:all|everything|both|(?:the|whole) lot|whole thing|todo|todos|todas|ambos|"
    r"ambas|tout|tous|toutes|les deux|tudo|alles|tutto)\b"
)
_ACTIONS = {Word.YES: "confirm", Word.NO: "withdraw"}


def replacements_in(expects: Expected) -> list[Expected]:
    """All of a chain: what the question itself replaces, and what waits beside it."""
    link = expects if "replaces" in expects else expects.get(ALSO_REPLACES)
    chain: list[Expected] = []
    while link:
        chain.append(link)
        link = link.get(ALSO_REPLACES)
    return chain


def replacements_beside(chain: Sequence[Expected]) -> dict[str, Any]:
    """The chain, as it waits beside what else the guest is asked."""
    expects: dict[str, Any] = {}
    for link in reversed(chain):
        expects = {ALSO_REPLACES: {**_values(link), **expects}}
    return expects


def as_question(chain: Sequence[Expected]) -> dict[str, Any]:
    """The chain, where its first link is the question; empty without one."""
    return {**_values(chain[0]), **replacements_beside(chain[1:])} if chain else {}


def _values(link: Mapping[str, Any]) -> dict[str, Any]:
    return {name: link[name] for name in _NAMES_OF_LINK}


def decided(writer: Writer, text: str, expected: Expected) -> BookingReply | None:
    """A yes or a no to all; None where the guest says anything else."""
    rows = waiting(writer, expected)
    if len(rows) < 2:  # noqa: PLR2004 - one alone is decided as ever
        return None
    kinds = {row.kind for row in rows}
    decision = replies.to_proposal(text, kinds.pop() if len(kinds) == 1 else "")
    if not decision.is_whole or decision.kinds or decision.keeps:
        return None
    if DOUBTFUL in expected:
        return None
    action = _ACTIONS[decision.word]
    reply = move(writer, rows, action)
    sent = [str(row.pk) for row in rows[:-1]]
    expects = {**reply.expects, ALSO: sent} if "sent" in reply.expects else {}
    return replace(reply, expects=expects)


def waiting(writer: Writer, expected: Expected) -> list[Request]:
    """All that the guest was asked about together, as he saw them."""
    return _requests(writer, [*expected.get(ALSO, ()), expected])


def taken_back(writer: Writer, text: str, expected: Expected) -> BookingReply | None:
    """What takes back all that was just sent; None where the guest names one."""
    if not expected.get(ALSO) or decisions.read(text).kinds:
        return None
    rows = [proposals.find(writer, pk) for pk in (*expected[ALSO], expected["sent"])]
    waiting = [row for row in rows if row and row.status == Status.WAITING]
    if len(waiting) < 2 or not replies.takes_back(text, "", in_own_words=True):  # noqa: PLR2004
        return None
    return move(writer, waiting, "withdraw")


def all_taken_back(writer: Writer, text: str) -> BookingReply | None:
    """What "cancel all of it" takes back: all that is not settled; None for other
    words, and where no more than one request is open."""
    is_all = _ALL.search(phrases.words_of(text)) and not decisions.read(text).kinds
    if not is_all or not replies.takes_back(text, ""):
        return None
    rows = [row for row in writer.open_requests if row.status in _UNDECIDED]
    return move(writer, rows, "withdraw") if len(rows) > 1 else None


def after(first: BookingReply, second: BookingReply) -> BookingReply:
    """Both; what the second one expects counts."""
    is_same = second.text == first.text
    return replace(
        second,
        text=first.text if is_same else f"{first.text}\n\n{second.text}",
        expects=second.expects or first.expects,
        requests=[*first.requests, *second.requests],
    )


def with_waiting(writer: Writer, reply: BookingReply) -> BookingReply:
    """The reply, where it asks on, with what else waits for the guest's yes.

    Where his yes would send that as well, he reads so.
    """
    asks = reply.expects.get("for")
    if DOUBTFUL in reply.expects or asks not in AWAITING_GUEST:
        return reply
    together = reply.expects.get(ALSO, [])
    request_ids = {own.get("request") for own in (reply.expects, *together)}
    waiting = queries.proposed_in(writer.thread_id, writer.now)
    rows = [row for row in waiting if str(row.pk) not in request_ids]
    if not rows:
        return reply
    also = [*together, *map(expected_request, rows)]
    expects = {**reply.expects, ALSO: also}
    text = reply.text
    if asks == "confirmation":
        titles = "; ".join(request_cards.titled(row, writer.language) for row in rows)
        text = f"{text}\n\n{writer.say('request_also_waits', titles=titles)}"
    return replace(reply, text=text, expects=expects)


def expected_request(request: Request) -> dict[str, Any]:
    """As `ALSO` has it."""
    return {"request": str(request.pk), "version": request.version}


def move(writer: Writer, rows: Sequence[Request], action: str) -> BookingReply:
    replies = [
        proposals.decide(writer, str(row.pk), row.version, action) for row in rows
    ]
    reply = reduce(after, replies)
    cards = reply.requests
    if len(cards) > 1:  # "it" is none of several that were withdrawn
        expects = {n: v for n, v in reply.expects.items() if n != "about"}
        reply = replace(reply, expects=expects)
    if action != "withdraw" or any(card["status"] != "withdrawn" for card in cards):
        return reply
    titles = "; ".join(card["title"] for card in cards)
    return replace(reply, text=writer.say("request_withdrawn_title", title=titles))


def _requests(writer: Writer, expectations: Sequence[Expected]) -> list[Request]:
    """Those that still wait for the guest's yes as he saw them."""
    pairs = [
        (proposals.find(writer, own["request"]), own["version"])
        for own in expectations
        if "request" in own
    ]
    return [
        row
        for row, version in pairs
        if row and row.status == Status.PROPOSED and row.version == version
    ]
