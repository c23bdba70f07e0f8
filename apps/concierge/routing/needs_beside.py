"""A need beside a question, or in it: "I'm vegan, where can we eat?", "we're bored"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.catalog.models import Item
from apps.concierge import replies, transcript
from apps.concierge.context import Context, Named
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.knowledge.question import rewriting
from apps.knowledge.statements import kind_words
from apps.language.calendar import time_words
from apps.language.translation import question_words
from apps.language.word_forms import content, stems

DIET = "dietary_needs"
# In the words of the records: it brings the row of the place, and what it serves.
SERVED = "What is served at {place}?"
# Of a place, besides what it serves: "I'm vegan, what time do you close?"
_ASKS_MORE = patterns.compile(
    r"\b(?:what time|when|hours?|open|close[sd]?|closing|how much|phone|book\w*|"
    r"reserv\w*|parking|park|dress\w*|wear)\b",
    "i",
)
# Who stands at a place asks with these about other ones.
_OF_OTHERS = patterns.compile(
    r"\b(?:where|which|restaurants?|places?|else|other|nearby|near|around|d[oó]nde|otros?|"
    r"restaurantes?|o[uù]|autres?)\b",
    "i",
)


async def choose(question: str, state: ConciergeState, context: Context) -> bool:
    """Whether what is asked beside the need is a list, among which the need chooses;
    the search then goes on without its words. Who is bored needs something to do.

    A diet that is asked for is one only where no record names it: else the records
    answer the question itself.
    """
    if activities := question_of_bored(question, context.language):
        context.search.start(activities, ())
        return True
    telling = context.telling
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    subject = state.get("subject")
    questions = _questions(question, context)
    for text in questions:
        context.search.start(text, earlier, subject)
        reading = (await context.search.results(schedule=False)).reading
        is_chosen = reading.get("suits") and not _is_for_records(context)
        is_chosen = is_chosen or bool(reading.get("unrecorded_needs"))
        # A need that is taken back is no word of the question.
        if is_chosen or not telling.needs:
            return True
    if questions:
        context.search.start(question, earlier, subject)
    return False


def _questions(whole: str, context: Context) -> Sequence[str]:
    """What is asked beside the need, and of a diet, where there is anything to eat."""
    telling = context.telling
    if not telling.question:
        return ()
    plain = context.search.plain(telling.question)
    is_diet = any(need.key == DIET for need in telling.needs)
    is_of_eating = Item.Kind.RESTAURANT in kind_words.kinds_of(stems(plain))
    is_of_food = is_diet and (is_of_eating or telling.is_need_asked)
    if place := _place_meant(whole, context):
        return (_question_at(place, context, is_of_food=is_of_food),)
    is_of_row = bool(context.search.named(plain))
    if _is_for_records(context) and is_of_row:
        return ()
    if telling.is_need_unread and not is_of_row:
        return (replies.say("restaurants_question", replies.FIRST_LANGUAGE),)
    if is_of_row or not is_of_food:
        return (telling.question,)
    every = replies.say("restaurants_question", context.language)
    return telling.question, *_first_of_several(telling.question, context), every


def _question_at(place: str, context: Context, *, is_of_food: bool) -> str:
    """What is asked of the place at which the guest stands; of a diet alone, what is
    served there."""
    question = context.telling.question
    in_english = question_words.english(question, context.language)
    if is_of_food and not _ASKS_MORE.search(in_english):
        return SERVED.format(place=place)
    return rewriting.full_question(question, place)


def _first_of_several(question: str, context: Context) -> Iterator[str]:
    """Of "any italian places? Need a table for 5 tonight" the places, then."""
    first, _, further = question.partition("?")
    if further.strip(" ?!."):
        in_english = question_words.english(further, context.language)
        yield time_words.moved(
            question_words.english(first, context.language), in_english
        )


def _place_meant(whole: str, context: Context) -> str:
    """Name of the restaurant that the guest stands at, and asks about."""
    place, named = context.search.current_place, context.search.named
    is_restaurant = bool(place) and _names_restaurant(named(place))
    is_of_other = _OF_OTHERS.search(whole) or _names_restaurant(named(whole))
    return place if is_restaurant and not is_of_other else ""


def _names_restaurant(rows: Sequence[Named]) -> bool:
    return any(row.kind == Item.Kind.RESTAURANT for row in rows)


def _is_for_records(context: Context) -> bool:
    """Whether the records may answer the question for a diet in its own words."""
    return context.telling.is_need_asked and not context.telling.is_need_unread


_BORED = patterns.compile(
    r"\b(?:(?:i|we)(?:'?m|'?re| am| are)? (?:[a-z]+ ){0,2}|^(?:[a-z]+ )?)bored"
    r"(?: (?:to death|out of (?:my|our) minds?))?\b|"
    r"\b(?:(?:estoy|estamos) (?:[a-z]+ )?aburrid[oa]s?|me aburro|nos aburrimos)\b|"
    r"\b(?:on s|je m|nous nous|nous)(?:['\u2019 ] ?)?ennu(?:ie|yons)\b",
    "i",
)
# They add nothing to it: "I am bored, what can I do here?".
_OPEN = frozenset(
    stems(
        "do doing go fun idea suggest suggestion activity something anything nothing "
        "entertain stuff thing here hotel resort casino room today now help please "
        "really kill time guys hacer hacemos podemos puedo que qué faire quoi ici aquí "
        "algo idea ideas"
    )
)


def question_of_bored(text: str, language: str) -> str:
    """What there is to do, in the guest's language, for a message that says no more
    than that he is bored; else empty."""
    if not _BORED.search(text):
        return ""
    further = content(stems(_BORED.sub(" ", text))) - _OPEN
    return "" if further else replies.say("activities_question", language)
