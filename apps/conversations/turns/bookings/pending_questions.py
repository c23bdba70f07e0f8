"""Answers to what the guest was asked: who he is, which booking, whether to send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apps.concierge.bookings import BookingReply, Expected
from apps.concierge.routing import intent
from apps.conversations.turns.bookings import answers, choices
from apps.conversations.turns.bookings.identity import codes, identification
from apps.conversations.turns.bookings.requests import (
    offer_answers,
    proposals,
    replacements,
    request_answers,
    sent_requests,
    unanswered,
    wishes,
)
from apps.conversations.turns.bookings.requests.wishes import Asking, Question
from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    learnt_meanings,
    learnt_replies,
    offered_values,
    phrases,
    replies,
)
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.words.learnt_replies import Reply
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.knowledge.question import parts
from apps.language import normalise
from apps.reservations import queries
from apps.reservations.models import RequestKind

# "Sky Tower suite" is a room without a number.
MOST_ROOM_WORDS = 3
# Of a message that proposes nothing and asks something, together.
LEAST_CHANCE_OF_BOOKINGS, LEAST_CHANCE_OF_RECORDS = 0.3, 0.55
MOST_NAME_WORDS, MOST_CHOICE_WORDS, MOST_FEEDBACK_WORDS = 6, 10, 25
_ASKS = patterns.compile(
    r"^(what|whats|when|where|which|who|how|why|is|are|do|does|did|can|could|"
    r"may (?:i|we|you|my|our)|will (?:it|there|you|they|we|i|the|my|our)|"
    r"que|cual|cuando|cuanto|donde|como|hay|tienen|puedo|podemos|se puede|quel|quelle|"
    r"quand|ou|combien|comment|est ce|y a|puis je|peut on|avez vous|"
    r"(?:tell|show) me|list|compare|dime|digame|cuenta(?:me)?|cuenteme|muestr[ae]me|"
    r"compar[ae]|(?:dis|dites|parle|parlez|montre|montrez) moi|comparez)\b"
)
_THANKS = patterns.compile(r"^(thanks?|thank you|thx|gracias|merci|hi|hello|bye)\b")

_GIVES_THANKS = patterns.compile(
    r"\b(?:thank\w*|thx|gracias|merci|obrigad[oa]|dank\w*|grazie)\b|谢"
)


def _identified(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked for his code and name, or for one of them."""
    if decisions.read(text).is_whole:
        is_no = decisions.is_no(text)
        question = expected.get("text", "")
        no_matter = writer.reply("booking_no_matter")
        return no_matter if is_no else answers.ask_who(writer, question)
    wants_contact = expected.get("wants") == identification.CONTACT
    contact = codes.contact(text, is_asked_for=wants_contact)
    # The number in "please call me at 860 555 0142" is where to call.
    if contact and (wants_contact or message is None):
        return identification.send_link(writer, contact, expected)
    if phrases.wants_link(text):
        return identification.which_contact(writer, expected)
    received = codes.read_with_more(text, is_asked_for=True)
    code = received.code or expected.get("code", "")
    name = received.name or expected.get("name", "")
    # The number in "towels to room 1204" is no code.
    if message and not any(map(str.isalpha, received.code)):
        return None
    if not received.code and not received.name:
        return None
    credentials = codes.Credentials(code, name)
    further = codes.after_introduction(text)
    return identification.identify(writer, credentials, expected, further)


def _detailed(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked for a time, a number or a room."""
    if decisions.is_no(text):
        return unanswered.declined(writer, expected)
    if message and message.meaning != expected["meaning"]:
        return None
    pk = expected["booking"]
    booking = queries.of_guest([pk]).first() if pk in writer.booking_ids else None
    if pk is not None and booking is None:
        return None
    words = text if booking else f"{expected['text']} {text}"
    wish_message = BookingMessage(expected["meaning"], normalise.words(words))
    if wish_message.kind == RequestKind.SERVICE:
        if decisions.read(text).is_whole:
            return BookingReply(writer.say("request_ask_room"), expected)
        return _service_in(writer, wish_message, expected["text"], text)
    return answers.wish(writer, wish_message, text, booking, is_answer=True)


def _service_in(
    writer: Writer, message: BookingMessage, text: str, answer_text: str
) -> BookingReply:
    """The room that was asked for, or whatever the guest says instead."""
    room = Asking(RequestKind.SERVICE, message.meaning, answer_text, None, {}, True)
    values = wishes.read(room, writer)
    number = "" if isinstance(values, Question) else values.get("room", "")
    if not number and len(answer_text.split()) > MOST_ROOM_WORDS:
        further = f"{text}, {answer_text}"
        expects = {"for": "details", "meaning": message.meaning, "booking": None}
        question = writer.say("request_ask_room")
        return BookingReply(question, {**expects, "text": further})
    room_values = {"room": number or answer_text[: len("Sky Tower, 1204")]}
    asking = Asking(RequestKind.SERVICE, message.meaning, text, None, room_values)
    wish = wishes.read(asking, writer)
    if isinstance(wish, Question):
        return BookingReply(wish.text)
    return proposals.propose(writer, RequestKind.SERVICE, wish, None)


Handler = Callable[[Writer, str, Expected, BookingMessage | None], BookingReply | None]
HANDLERS: Mapping[str, Handler] = {
    "identity": _identified,
    "choice": choices.chosen,
    "details": _detailed,
    "confirmation": request_answers.to_proposal,
    "offer": offer_answers.to_offer,
    "interrupted": sent_requests.after_notice,
    "replaces": replacements.answer,
    "sent": sent_requests.after_sending,
}


def kind(expected: Expected) -> str:
    """A key of `HANDLERS`; empty where the guest was asked for nothing."""
    # No value of "for": processes of the release before fail at one they do not know.
    keys = (key for key in ("interrupted", "replaces", "sent") if key in expected)
    return next(keys, expected.get("for", ""))


def is_answer(text: str, expected: Expected) -> bool:
    """Whether a message may answer what the guest was asked; no row is read."""
    waits, words = kind(expected), phrases.words_of(text)
    if not waits:
        return False
    if waits == "details" and phrases.is_new(text):
        return False
    if _THANKS.search(words) and decisions.read(text).word == Word.NONE:
        return replies.to_proposal(text, "").word in {Word.YES, Word.NO}
    is_question = normalise.has_question_mark(text) or bool(_ASKS.search(words))
    return _IS_ANSWER[waits](text, words, is_question)


def _is_identity(text: str, words: str, is_question: bool) -> bool:
    credentials = codes.read(text, is_asked_for=True)
    is_name = bool(credentials.name) and len(words.split()) <= MOST_NAME_WORDS
    is_name = is_name and decisions.read(text).word != Word.UNCLEAR  # "hang on"
    is_of_link = codes.contact(text, is_asked_for=True) or phrases.wants_link(text)
    is_said = bool(credentials.code or is_of_link)
    return decisions.read(text).is_whole or is_said or (is_name and not is_question)


def _is_choice(text: str, words: str, is_question: bool) -> bool:
    """It may be longer where a wish follows: "the dinner, and get me a ..."."""
    if is_question or len(words.split()) <= MOST_CHOICE_WORDS:
        return not is_question
    first, *further = parts.clauses(text) or [text]
    is_short = len(first.split()) <= MOST_CHOICE_WORDS
    return is_short and phrases.read(", ".join(further)) is not None


def _is_feedback(text: str, words: str, is_question: bool) -> bool:
    """A question changes a proposal only where it asks for another time or number."""
    decision = replies.to_proposal(text, "")
    is_decision = decision.word in {Word.YES, Word.NO} or decision.is_conditional
    if is_decision or decision.asks_for_time:
        return True
    if is_question:
        return _asks_for_change(text)
    return len(words.split()) <= MOST_FEEDBACK_WORDS and not _is_of_resort(text)


def _is_of_resort(text: str) -> bool:
    """Whether words in no form of a question, as "pool hours", ask the records.

    None of 1,256 answers to proposals (yes, no or a change) is taken for that.
    """
    return (
        learnt_replies.is_beside(text)
        and learnt_meanings.judge(text).chance < LEAST_CHANCE_OF_BOOKINGS
        and intent.classify(text).searched_chance >= LEAST_CHANCE_OF_RECORDS
    )


def _asks_for_change(text: str) -> bool:
    """ "Could it be 8:30?"; "is the pool open on Friday" is about the resort."""
    if offered_values.name_another(text, is_question=True):
        return True
    is_named = offered_values.are_named(text, dates.ANY_DAY)
    return is_named and learnt_replies.to_proposal(text) == Reply.CHANGE


def _is_about_offer(text: str, words: str, is_question: bool) -> bool:
    is_short = len(words.split()) <= MOST_FEEDBACK_WORDS
    is_about = offer_answers.is_about_offer(text, is_question=is_question)
    return is_short and is_about


def _is_word(text: str, words: str, is_question: bool) -> bool:
    return decisions.read(text).is_whole


def _is_after_sending(text: str, words: str, is_question: bool) -> bool:
    """Whether it takes back what was sent, asks how it stands, names another time for
    it, or says yes once more."""
    decision = decisions.read(text)
    is_yes = decision.word == Word.YES and decision.is_whole
    is_other = replies.is_after_sending(text) or offered_values.are_instead(text)
    is_other = is_other or sent_requests.is_for_another(text)
    return is_other or (is_yes and not _GIVES_THANKS.search(words))


def _is_about_replacement(text: str, words: str, is_question: bool) -> bool:
    return replacements.is_answer(text)


_IS_ANSWER = {
    "identity": _is_identity,
    "choice": _is_choice,
    "details": _is_choice,
    "confirmation": _is_feedback,
    "offer": _is_about_offer,
    "interrupted": _is_word,
    "replaces": _is_about_replacement,
    "sent": _is_after_sending,
}
