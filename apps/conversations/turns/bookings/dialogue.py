"""A turn about bookings: whether the message is about them, and what answers it.

Words are read first, and rows only where the words are about bookings.
"""

from __future__ import annotations

from django.db import transaction

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers, pending_questions, references
from apps.conversations.turns.bookings.identity import codes, identification
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    offer_answers,
    own_requests,
    replacements,
    request_statuses,
    sent_requests,
    unanswered,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    exclusions,
    learnt_meanings,
    phrases,
    replies,
)
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations import queries

# Who says this means what was just spoken of.
_IT = patterns.compile(r"^(please )?cancel (it|that|this|them)$")


def is_meant(text: str, expected: Expected) -> bool:
    """Whether the words of a message are about bookings; no row is read."""
    message = phrases.read(text)
    if message and not expected and _is_mistaken(message, text):
        return False
    if message:
        return bool(expected) or not _IT.search(message.words)
    is_why = request_statuses.asks_why(text, expected)
    if is_why or references.are_meant(text, expected):
        return True
    if not expected and replies.orders_sending(text):
        return True
    further = codes.after_introduction(text)
    is_wish_after_code = bool(phrases.read(further) or phrases.follow_up(further))
    if is_wish_after_code or codes.read(text, is_asked_for=False).code:
        return True
    return pending_questions.is_answer(text, expected)


def _is_mistaken(message: BookingMessage, text: str) -> bool:
    """Whether the weights are sure that a phrase has found no wish: "is late checkout
    possible at your hotel". Of 240 wishes of the author kept apart none is lost."""
    if message.kind is None or message.meaning in phrases.NEVER_OVERRULED:
        return False
    return learnt_meanings.judge(text).chance < learnt_meanings.UNLIKELY


@transaction.atomic
def answer(writer: Writer, text: str, expected: Expected) -> BookingReply:
    """The answer to a message; expected: of the answer before."""
    text = _in_full(writer, text, expected)
    text, expected = _by_own_code(writer, text, expected)
    if _is_of_another_guest(writer, text, expected):
        return _to_new(writer, text, {}, writer.read(text))
    is_asked = bool(pending_questions.kind(expected))
    message = writer.read(text) or references.follow_up(
        writer, text, expected, is_asked=is_asked
    )
    if message is None and not pending_questions.is_answer(text, expected):
        message = writer.understand(text)
    reply = (
        _about_link(writer, text, expected, message)
        or _to_what_was_asked(writer, text, expected, message)
        or request_statuses.reason(writer, text, expected)
        or offer_answers.to_open(writer, text)
        or own_requests.answer(writer, text)
        or sent_requests.which_to_take_back(writer, text)
        or _to_new(writer, text, expected, message or writer.understand(text))
    )
    reply = identification.with_name(writer, reply, text)
    reply = unanswered.asked_again(reply, text, expected)
    reply = replacements.with_waiting(writer, reply, expected)
    return joint_requests.with_waiting(writer, reply)


def _in_full(writer: Writer, text: str, expected: Expected) -> str:
    """ "Yes" for the "y" that answers a proposal in English; in Spanish it is "and"."""
    kinds = {"confirmation", "offer", "replaces"}
    is_decided = pending_questions.kind(expected) in kinds
    is_letter = phrases.words_of(text) == "y" and writer.language == "en"
    return "yes" if is_decided and is_letter else text


def _by_own_code(writer: Writer, text: str, expected: Expected) -> tuple[str, Expected]:
    """ "Cancel ROOM4821" names a booking that the guest has proved; "DINE2207 okafor,
    the dinner" says no more than "the dinner" where he is asked which one he means."""
    code = codes.read(text, is_asked_for=False).code or codes.among_words(text)
    words = codes.without_code(text)
    further = codes.after_introduction(text)
    is_choice = bool(further) and pending_questions.kind(expected) == "choice"
    is_wish = phrases.read(words) or phrases.follow_up(words)
    if codes.among_words(text):
        is_wish = is_wish or writer.understand(words)
    if not code or not (is_choice or is_wish):
        return text, expected
    proved = queries.of_guest(writer.booking_ids)
    booking = proved.filter(code__in=codes.spellings(code)).first()
    if booking is None:
        return text, expected
    return (further, expected) if is_choice else (words, {"about": booking.pk})


def _is_of_another_guest(writer: Writer, text: str, expected: Expected) -> bool:
    """Whether somebody else says who he is: his code is no word on what the guest
    before was asked. Whose bookings the thread does not know yet goes on as ever."""
    if not writer.is_known or pending_questions.kind(expected) == "identity":
        return False
    begun = text if codes.says_who(text) else codes.introduction(text)
    code = codes.read(begun, is_asked_for=False).code
    if not code or codes.contact(begun, is_asked_for=False):
        return False
    own = queries.of_guest(writer.booking_ids)
    return not own.filter(code__in=codes.spellings(code)).exists()


def _about_link(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """To the code of a link, and to the wish for one."""
    awaited = expected if expected.get("for") == "identity" else {}
    if identification.is_code_of_link(writer.thread_id, text, writer.now):
        code = codes.link_code(text)
        return identification.identify_by_link(writer, code, awaited)
    is_wish = message is not None and message.meaning == phrases.LINK
    if not is_wish or codes.read(text, is_asked_for=False).is_whole:
        return None
    return identification.answer_wish_for_link(writer, text, awaited)


def _to_what_was_asked(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    if reply := unanswered.decided_meanwhile(writer, text, expected):
        return reply
    handler = pending_questions.HANDLERS.get(pending_questions.kind(expected))
    answer = handler(writer, text, expected, message) if handler else None
    if answer is None:
        return None
    return replacements.with_decided(writer, text, expected, answer)


def _to_new(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply:
    is_unwanted = message is not None and message.meaning == phrases.UNWANTED
    is_unwanted = is_unwanted or exclusions.may_be_in(text)
    if message and message.kind and not is_unwanted and decisions.read(text).is_firm:
        return _nothing_to_withdraw(writer, text)
    is_called_off = message is not None and replies.is_called_off(text)
    if is_called_off or replies.orders_sending(text):
        return writer.reply("request_none_waiting")
    credentials = codes.read_with_more(text, is_asked_for=False)
    if message and not credentials.code:
        credentials = codes.Credentials(codes.among_words(text))
    if credentials.code:
        further = codes.after_introduction(text)
        order = "" if further else _order_beside(text, credentials)
        question = order or (text if message else "")
        further = further or order
        return identification.identify(writer, credentials, {"text": question}, further)
    if message is None:
        return answers.ask_who(writer, "")
    return answers.all_answered(writer, message, text, expected)


def _order_beside(text: str, credentials: codes.Credentials) -> str:
    """ "Cancel it" of "cancel SPA31175, okafor"; usually empty."""
    names = credentials.name.split()
    words = phrases.words_of(codes.without_code(text)).split()
    order = " ".join(word for word in words if word not in names)
    # "Cancela DINE2207" has no word for "it".
    bare_order = " ".join(word for word in order.split() if word != "it")
    return next(filter(phrases.follow_up, (order, bare_order)), "")


def _nothing_to_withdraw(writer: Writer, text: str) -> BookingReply:
    """To "don't cancel my dinner", where nobody has asked for that."""
    remainder = decisions.read(text).remainder
    if message := writer.read(remainder):
        return answers.answered(writer, message, remainder, {})
    return writer.reply("request_none_waiting")
