"""What sounds like one kind of question and is another, by what the records hold."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.concierge import replies
from apps.concierge.bookings import BookingLookup, UnknownGuest
from apps.concierge.context import Context
from apps.concierge.fact_check import competitors
from apps.concierge.routing.intent import GAMBLING_ADVICE
from apps.infrastructure import patterns
from apps.knowledge.statements import kind_words
from apps.knowledge.statements.ranking import IN_PART_BELOW
from apps.knowledge.statements.scoring import particulars
from apps.language.translation import question_words
from apps.language.word_forms import stems

# Who says so wants to know how to play, of golf as well.
_OF_PLAY = patterns.compile(
    r"\b(?:odds|win\w*|beat\w*|strateg\w+|system|spreads?|parlays?|wager\w*|picks?|"
    r"jackpots?|luck\w*|tips?|should (?:i|we)|hit|stand|double|split|insurance)\b"
)
# "I want to play baccarat for high stakes, where do I go?" asks for a place.
_WHERE_TO_PLAY = patterns.compile(r"\bwhere\b.*\bplay\b|\bplay\b.*\bwhere\b")
_OF_THE_HOUSE = {particulars.PAYOUT, particulars.RULES}
_BEST_CHANCES = patterns.compile(r"\b(?:best|better|loose\w*|hot|due|pay\w*|most)\b")


def asks_records(plain: str, category: str, context: Context) -> bool:
    """Whether a message of this category asks the records for something."""
    if category == GAMBLING_ADVICE:
        return _is_about_no_play(plain, context.language)
    # "Tell me about Tuscany" is off topic in the world, and not where it is a row.
    return category == "off_topic" and bool(context.search.named(plain))


def asks_of_the_house(plain: str) -> bool:
    """Whether a text in English asks where a game is, what the house pays or what the
    rules are, and not how to win."""
    text = plain.lower()
    if _OF_PLAY.search(text):
        return False
    particular = particulars.asked_for(text)
    if particular and particular.what in _OF_THE_HOUSE:
        return True
    return bool(_WHERE_TO_PLAY.search(text)) and not _BEST_CHANCES.search(text)


def _is_about_no_play(plain: str, language: str) -> bool:
    """Whether it is about something else than how to win: "golf tee time how much" of
    a thing that nobody gambles at, "blackjack 6:5 or 3:2" of what the house pays."""
    in_english = question_words.english(plain, language).lower()
    if _OF_PLAY.search(in_english):
        return False
    if asks_of_the_house(in_english):
        return True
    words = {*stems(in_english)}
    is_of_gaming = Item.Kind.GAMING in kind_words.kinds_of([*words])
    return bool(words & kind_words.words_of_things()) and not is_of_gaming


# "Cancel my dinner, and is there a fee?" is a wish first.
_WISH = patterns.compile(
    r"^\W*(?:(?:hi|hello|hey|please|pls|ok|so)\W+)*(?:(?:can|could|would) you |"
    r"(?:can|could) we please |can i please )?(?:please )?"
    r"(?:cancel|refund (?:me|us|my|our|the))\b|"
    r"\b(?:want|need|have|like|wish|trying) to cancel\b|"
    r"\b(?:want|need|get|give) (?:me |us )?(?:my|our) money back (?:for|from|on)\b",
    "i",
)
# "Cancel policy if one of us drops out" begins like a wish.
_TERMS = patterns.compile(
    r"\bcancel(?:l?ing|l?ation)? "
    r"(?:polic(?:y|ies)|terms|rules?|fees?|costs?|charges?)\b",
    "i",
)


async def asks_cancellation_terms(question: str, context: Context) -> bool:
    """Whether the records are asked for that: a guest who is known hears until when
    his own bookings can be cancelled."""
    plain = context.search.plain(question)
    in_english = question_words.english(plain, context.language)
    particular = particulars.asked_for(in_english)
    is_asked = particular is not None and particular.what == particulars.CANCELLATION
    if not is_asked or _WISH.search(_TERMS.sub("terms", in_english)):
        return False
    return not await _is_guest_known(context)


async def _is_guest_known(context: Context) -> bool:
    try:
        return bool(await context.bookings.look_up(BookingLookup()))
    except UnknownGuest:
        return False


# Stands behind what the records say.
REPLY = "lost_property"


async def knows_lost_property(context: Context) -> bool:
    """Starts a search for that: the guest's words find the place where it was lost."""
    question = replies.say("lost_property_question", context.language)
    context.search.start(question, ())
    reading = (await context.search.results(schedule=False)).reading
    return bool(reading.get("exact", 0.0) >= IN_PART_BELOW)


async def is_of_other_resort(question: str, context: Context) -> bool:
    """Whether it is about another resort, of which the records say nothing."""
    rivals = competitors.named(question, context.resort.name)
    if not rivals or context.search.named(question):
        return False
    passages = (await context.search.results(schedule=False)).passages
    records = " ".join(passage["content"] for passage in passages).lower()
    return not any(name in records for name in rivals)
