"""Another time for what waits with the team: one yes takes the first request back and
sends the new one."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    proposals,
    request_cards,
    wishes,
)
from apps.conversations.turns.bookings.requests.wishes import Asking, Question, Values
from apps.conversations.turns.bookings.words import (
    decisions,
    offered_values,
    replies,
)
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.language import normalise
from apps.reservations import requests
from apps.reservations.models import Request, RequestKind
from apps.reservations.request_status import Status
from apps.reservations.requests import RequestError

# What has a time, or a number of people, that may be another one.
KINDS = frozenset(
    {RequestKind.CHANGE, RequestKind.LATE_CHECKOUT, RequestKind.EARLY_CHECKIN}
)
# The values in which one differs from another of its kind.
VALUES = ("starts_at", "party", "until", "from")


def propose(writer: Writer, request: Request | None, text: str) -> BookingReply | None:
    """Asks whether to put the new values in the place of those that wait.

    None where nothing of the kind waits, or nothing else is named.
    """
    if request is None or not _may_be_replaced(writer, request):
        return None
    values = _read(writer, request, text, request.wish)
    if isinstance(values, Question):
        return BookingReply(values.text, {"sent": str(request.pk)})
    if all(values.get(name) == request.wish.get(name) for name in VALUES):
        return None
    return _question(writer, request, values)


def _question(writer: Writer, request: Request, values: Values) -> BookingReply:
    new_request = _with_values(request, values)
    sentence = writer.say(
        "request_replace",
        title=request_cards.title(request, writer.language),
        lines=request_cards.as_text(request, writer.language),
        wanted=request_cards.as_text(new_request, writer.language),
    )
    expects = {
        "replaces": str(request.pk),
        "version": request.version,
        "values": dict(values),
    }
    card = request_cards.of(request, writer.language)
    choices = [writer.say("request_action_confirm")]
    return BookingReply(sentence, expects, requests=[card], choices=choices)


def _with_values(request: Request, values: Values) -> Request:
    """A request that is not stored, to be shown."""
    return Request(
        property=request.property,
        reservation=request.reservation,
        kind=request.kind,
        wish=values,
    )


def is_answer(text: str) -> bool:
    """Whether a message may answer such a question; in English, "y" does."""
    is_decision = decisions.read(text).word in {Word.YES, Word.NO}
    is_decision = is_decision or normalise.words(text) == "y"
    return (
        is_decision or replies.takes_back(text, "") or offered_values.are_instead(text)
    )


def answer(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """Yes replaces it, no leaves it, and a further time is proposed again."""
    request = proposals.find(writer, expected["replaces"])
    if request is None:
        return None
    decision = decisions.read(text, request.kind)
    if decision.word == Word.YES and decision.is_whole:
        return _replace(writer, request, expected)
    words = decision.remainder if decision.word == Word.YES else text
    if offered_values.are_instead(words, is_answer=decision.word == Word.YES):
        return _changed_again(writer, request, expected, words)
    if replies.takes_back(text, request.kind):
        version = expected["version"]
        return proposals.decide(writer, str(request.pk), version, "withdraw")
    return _as_it_is(writer, request) if decision.word == Word.NO else None


def _changed_again(
    writer: Writer, request: Request, expected: Expected, words: str
) -> BookingReply:
    """To "yes, but for 4": asks again, with that among what is to be sent instead."""
    values = _read(writer, request, words, expected["values"])
    if isinstance(values, Question):
        names = ("replaces", "version", "values")
        return BookingReply(values.text, {name: expected[name] for name in names})
    if all(values.get(name) == request.wish.get(name) for name in VALUES):
        return _as_it_is(writer, request)
    return _question(writer, request, values)


def with_waiting(
    writer: Writer, reply: BookingReply, expected: Expected
) -> BookingReply:
    """The reply, where it proposes or asks something else, with the new values that
    still wait for a yes; the guest reads that his yes sends them as well."""
    asks = "replaces" if "replaces" in reply.expects else reply.expects.get("for")
    if asks not in {"replaces", "confirmation", *joint_requests.ASKING}:
        return reply
    own = joint_requests.replacements_in(reply.expects)
    own_ids = {link["replaces"] for link in own}
    earlier = [
        (link, request)
        for link in joint_requests.replacements_in(expected)
        if link["replaces"] not in own_ids and (request := _as_read(writer, link))
    ]
    if not earlier:
        return reply
    chain = [*own, *(link for link, _ in earlier)]
    if asks == "replaces":
        expects = joint_requests.as_question(chain)
    else:
        expects = {**reply.expects, **joint_requests.replacements_beside(chain)}
    if asks in joint_requests.ASKING:
        return replace(reply, expects=expects)
    titles = "; ".join(
        request_cards.titled(_with_values(request, link["values"]), writer.language)
        for link, request in earlier
    )
    note = writer.say("request_also_waits", titles=titles)
    return replace(reply, text=f"{reply.text}\n\n{note}", expects=expects)


def _as_read(writer: Writer, link: Expected) -> Request | None:
    """The request that new values are to replace, if it is still as it was."""
    request = proposals.find(writer, link["replaces"])
    is_same = request is not None and request.version == link["version"]
    return request if is_same else None


def with_decided(
    writer: Writer, text: str, expected: Expected, reply: BookingReply
) -> BookingReply:
    """The reply to a proposal, after what the same word does to the new values that
    waited beside it."""
    beside = expected.get(joint_requests.ALSO_REPLACES, {})
    for waiting in joint_requests.replacements_in(beside):
        reply = _with_one_decided(writer, text, waiting, reply)
    return reply


def _with_one_decided(
    writer: Writer, text: str, waiting: Expected, reply: BookingReply
) -> BookingReply:
    request = proposals.find(writer, waiting["replaces"])
    decision = decisions.read(text)
    if request is None or not decision.is_whole:
        return reply
    is_named = request.kind in decision.kinds
    is_meant = is_named or not decision.kinds
    if decision.word == Word.NO:
        unchanged = _as_it_is(writer, request)
        return joint_requests.after(reply, unchanged) if is_meant else reply
    if not is_meant:
        return joint_requests.after(
            reply, _question(writer, request, waiting["values"])
        )
    if not is_named and "sent" not in reply.expects:
        return reply
    replaced = _replace(writer, request, waiting)
    both = joint_requests.after(replaced, reply)
    if "sent" not in reply.expects or "sent" not in replaced.expects:
        return both
    sent = [*reply.expects.get(joint_requests.ALSO, ()), replaced.expects["sent"]]
    return replace(both, expects={**reply.expects, joint_requests.ALSO: sent})


def _as_it_is(writer: Writer, request: Request) -> BookingReply:
    title = request_cards.title(request, writer.language)
    return writer.reply("request_kept", {"sent": str(request.pk)}, title=title)


def _may_be_replaced(writer: Writer, request: Request) -> bool:
    """Whether it waits, is of a kind with a time, and of a proved booking."""
    is_own = request.reservation_id in writer.booking_ids
    is_waiting = request.status == Status.WAITING
    return is_own and is_waiting and request.kind in KINDS


def _read(
    writer: Writer, request: Request, text: str, before: Values
) -> Values | Question:
    """What is not named anew stays as it was asked for; a note belongs to before."""
    kind = RequestKind(request.kind)
    text = offered_values.in_full(text)
    earlier = {name: value for name, value in before.items() if name != "note"}
    asking = Asking(kind, request.kind, text, request.reservation, earlier)
    return wishes.read(asking, writer)


def _replace(writer: Writer, request: Request, expected: Expected) -> BookingReply:
    """Both moves or none: where the new one cannot be asked, the first one stays."""
    request.version = expected["version"]
    if not _may_be_replaced(writer, request):
        return proposals.shown(writer, request)
    kind = RequestKind(request.kind)
    try:
        with transaction.atomic():
            requests.withdraw(request, writer.now)
            draft = requests.draft(
                writer.place,
                writer.thread_id,
                kind,
                expected["values"],
                writer.now,
                request.reservation,
            )
            proposed = requests.propose(draft, writer.now)
    except RequestError:
        return proposals.shown(writer, proposals.find(writer, request.pk))
    return proposals.decide(writer, str(proposed.pk), proposed.version, "confirm")
