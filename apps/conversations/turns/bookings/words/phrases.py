"""What a message wants of the guest's bookings, read from its words alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.conversations.turns.bookings.words import learnt_meanings, phrase_patterns
from apps.conversations.turns.bookings.words.booking_names import NO_NAMES, BookingNames
from apps.conversations.turns.bookings.words.learnt_meanings import LearntMeaning
from apps.guests import contacts
from apps.infrastructure import patterns
from apps.language import normalise
from apps.reservations.models import RequestKind

# Longer messages ask something else as well.
LONGEST = 400
# What became of a request. Where there is none, only phrases that name one mean it.
NEWS = "news"
# "What happens now?" asks what became of a request, where there is one.
NEWS_HERE = "news_here"
# "What happens next?" is about requests also where there is none.
WHAT_NEXT = "what_next"
# A link to the bookings, by e-mail or by text.
LINK = "link"
# "I don't need the table anymore".
UNWANTED = "unwanted"
# "One of us can't come": a change of a table that stays.
PEOPLE = "people"
# "I never got my towels": what was asked of the staff, or should have been there.
OVERDUE = "overdue"
# "We are running late": told to the team of a booking, which stays as it is.
NOTE = "note"
# What weights know by another name.
LEARNT_NAMES = {UNWANTED: "cancel"} | dict.fromkeys(
    ("requests", NEWS_HERE, WHAT_NEXT), NEWS
)
_UNTIL_HOUR = patterns.compile(
    r"\b(?:until|till|til|hasta|jusqu)\b[a-z ]{0,12}(?:\d|noon|midi|mediodia)"
)
# What nobody asks for of a place at which nothing is booked.
ORDERS = frozenset({"cancel", "change", PEOPLE})

# Wishes by what phrases call them; the others ask about a booking.
KINDS: Mapping[str, RequestKind] = {
    UNWANTED: RequestKind.CANCEL,
    "cancel": RequestKind.CANCEL,
    "change": RequestKind.CHANGE,
    PEOPLE: RequestKind.CHANGE,
    NOTE: RequestKind.NOTE,
    "late_checkout": RequestKind.LATE_CHECKOUT,
    "early_checkin": RequestKind.EARLY_CHECKIN,
    "upgrade": RequestKind.UPGRADE,
    "luggage": RequestKind.SERVICE,
    "cleaning": RequestKind.SERVICE,
    "maintenance": RequestKind.SERVICE,
    "items": RequestKind.SERVICE,
    OVERDUE: RequestKind.SERVICE,
    "wake_up": RequestKind.SERVICE,
    "callback": RequestKind.CALLBACK,
    "refund": RequestKind.REFUND,
    "billing": RequestKind.BILLING,
    "complaint": RequestKind.COMPLAINT,
}
# Of what is asked for one booking, and may be for another as well.
MEANING_OF = {RequestKind.CANCEL: "cancel", RequestKind.CHANGE: "change"}
# Guests name these outright, with whatever there is to complain about.
NEVER_OVERRULED = frozenset({LINK, OVERDUE, "refund", "billing", "complaint"})
# For these nobody has to say who he is.
_OF_ANYBODY = frozenset(
    {RequestKind.SERVICE, RequestKind.CALLBACK, RequestKind.COMPLAINT}
)
# "Make it 9" goes on with a table that was just asked for, and "I want the penthouse"
# with none that is booked.
_KINDS = frozenset({RequestKind.CHANGE, RequestKind.UPGRADE})
# Words of what the guest has, or of having it changed.
_HELD = patterns.compile(
    r"\b(?:my|our|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|meus?|minhas?|mein\w*|"
    r"unser\w*|mi[oa]|nostr[oa]|booked|bookings?|reserv\w*|resa|buchung\w*|prenot\w*|"
    r"chang\w*|mov(?:e|ed|ing)|push|bump|shift|switch|swap|postpone|delay|reschedul\w*|"
    r"rebook\w*|upgrad\w*|bigger|better|larger|nicer|cambi\w*|mover|muev\w*|aplaz\w*|"
    r"adelant\w*|retras\w*|modifi\w*|deplac\w*|decal\w*|repouss\w*|report\w*|avanc\w*|"
    r"verschieb\w*|verleg\w*|umbuch\w*|spost\w*|instead of|rather than|en vez de|"
    r"en lugar de|au lieu de)\b|改|换|升级"
)


@dataclass(frozen=True)
class BookingMessage:
    """meaning: a key of `phrases.yaml`. words: the message, folded."""

    meaning: str
    words: str

    @property
    def kind(self) -> RequestKind | None:
        """What is asked of the staff; None for a question."""
        return KINDS.get(self.meaning)

    @property
    def is_of_booking(self) -> bool:
        """Whether it needs one of the guest's bookings."""
        return self.kind not in _OF_ANYBODY


def words_of(text: str) -> str:
    return normalise.words(normalise.visible(text)).strip(" .")


def learnt(text: str, least_chance: float) -> BookingMessage | None:
    """What the message wants, where no phrase says it: see `learnt_meanings`.

    least_chance: of being about bookings at all.
    """
    return _likely(learnt_meanings.judge, text, least_chance)


def overruled(message: BookingMessage, text: str) -> BookingMessage:
    """What a phrase finds, or what the weights are sure of: where these differ, they
    are right in 171 messages of authors left out, and the phrases in 25."""
    # Weights take a guest who cannot come for a cancellation.
    if message.meaning in NEVER_OVERRULED or message.meaning == PEOPLE:
        return message
    if _is_plain(message, text):
        return message
    name = LEARNT_NAMES.get(message.meaning, message.meaning)
    judged = learnt_meanings.judge(text)
    is_sure = judged.chance >= learnt_meanings.CERTAIN
    if not is_sure or judged.meaning in {name, learnt_meanings.NONE}:
        return message
    return BookingMessage(judged.meaning, message.words)


def _is_plain(message: BookingMessage, text: str) -> bool:
    """Whether it names a number to call, or the hour until which a room is kept: the
    weights take the one for a wake-up call, and the other for cleaning."""
    if message.meaning == "callback":
        return bool(contacts.number_in(text, contacts.SURE_DIGITS))
    is_late_checkout = message.meaning == "late_checkout"
    return is_late_checkout and bool(_UNTIL_HOUR.search(message.words))


def learnt_in_part(clause: str) -> BookingMessage | None:
    """The same of a part of a message about bookings."""
    return _likely(learnt_meanings.judge_part, clause, learnt_meanings.LIKELY)


def _likely(
    judge: Callable[[str], LearntMeaning], text: str, least_chance: float
) -> BookingMessage | None:
    words = words_of(text)
    judged = judge(text) if len(text) <= LONGEST else learnt_meanings.NOTHING
    # "Reserve me a table" is about no booking that the guest has.
    if judged.chance < least_chance or _has(words, "new"):
        return None
    # Who carries his bags himself asks the records where to leave them.
    if judged.meaning == "luggage" and _has(words, "bags_to_leave"):
        return None
    return BookingMessage(judged.meaning, words)


def read(text: str, names: BookingNames = NO_NAMES) -> BookingMessage | None:
    """What the message wants; None for one that is about no booking.

    names: of the guest's bookings, by which he may call them.
    """
    if len(text) > LONGEST:
        return None
    words = words_of(text)
    if _has(words_of(contacts.named(normalise.visible(text))), LINK):
        return BookingMessage(LINK, words)
    named = names.replaced_in(words)
    meaning = _meaning(words) or (_meaning(named) if named != words else "")
    return BookingMessage(meaning, words) if meaning else None


def may_name(text: str) -> bool:
    """Whether the message asks for something that a booking's name may stand for."""
    names = phrase_patterns.of_any_name()
    return len(text) <= LONGEST and bool(names.search(words_of(text)))


def _meaning(words: str) -> str:
    meanings, families = phrase_patterns.by_meaning()
    matching = [meanings[index] for index in families.matching(words)] if words else []
    if PEOPLE in matching and _has(words, "not_people"):
        matching.remove(PEOPLE)
    if not matching or _has(words, "blocks"):
        return ""
    return matching[0]


def follow_up(text: str) -> BookingMessage | None:
    """What a message asks of the booking that was just spoken of: "and where?"."""
    words = words_of(text)
    if len(text) > LONGEST or not words:
        return None
    for meaning, pattern in phrase_patterns.follow_ups():
        if pattern.search(words):
            return BookingMessage(meaning, words)
    return None


def further(text: str) -> BookingMessage | None:
    """A wish without a verb, beside or after another one: "and 4 extra towels"."""
    words = words_of(text)
    is_wish = len(text) <= LONGEST and phrase_patterns.further().search(words)
    return BookingMessage("items", words) if is_wish else None


def wants_link(text: str) -> bool:
    """Whether a guest who was asked for his code wants a link instead, or has none."""
    return _has(words_of(text), "wants_link")


def is_new(text: str) -> bool:
    """Whether it orders something that is not booked: "get us a table for 6"."""
    return read(text) is None and _has(words_of(text), "new")


def _has(words: str, meaning: str) -> bool:
    """Whether folded words have a phrase of the meaning."""
    return bool(phrase_patterns.any_of(meaning).search(words))


def may_be_new(message: BookingMessage) -> bool:
    """Of a guest who has not said who he is."""
    return message.kind in _KINDS and not _HELD.search(message.words)
