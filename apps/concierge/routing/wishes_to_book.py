"""Wishes to book, which the concierge cannot grant: what the records tell for them.

"A table at Tuscany for 4 tomorrow at 7" is helped by when it is open then, and by the
card with its number, more than by the offer to look that up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import time
from functools import partial

from apps.catalog.models import Item
from apps.concierge import replies, transcript
from apps.concierge.context import Context, Named, Results
from apps.concierge.guardrails import distress
from apps.concierge.routing import booking_words
from apps.concierge.routing.intent import LOOKED_UP
from apps.concierge.state import ConciergeState
from apps.knowledge.question import row_names
from apps.knowledge.statements.ranking import IN_PART_BELOW
from apps.language.calendar import time_words
from apps.language.translation import question_words

ACTION_REQUEST = "action_request"
REPLY = "cannot_book"
Kind = Item.Kind
# Of no time and no place: the values of the records are English in every language.
RESERVABLE = "Which restaurants recommend reservations?"
# "Somewhere italian on saturday" fits a list, though it does not say every word.
LEAST_OF_LIST = 0.3
_LISTS = {
    Kind.RESTAURANT: "wish_restaurants",
    Kind.SHOW: "wish_shows",
    Kind.AMENITY: "wish_spas",
}
# How it is asked of a row that is named; of no other kind a time to come helps.
_SENTENCES: Mapping[str, str]
_SENTENCES = {
    Kind.RESTAURANT: "wish_open",
    Kind.AMENITY: "wish_open",
    Kind.GAMING: "wish_open",
    Kind.SHOW: "wish_show",
    Kind.VENUE: "wish_venue",
}


async def are_answered(
    query_type: str, wish: str, state: ConciergeState, context: Context
) -> bool:
    """Whether it is such a wish, and the records tell what helps with it; then the
    search goes on with that."""
    plain = context.search.plain(wish).lower()
    is_wish = query_type == ACTION_REQUEST or _is_plain_wish(query_type, plain, context)
    if not is_wish or _is_in_need(state):
        return False
    if booking_words.asks_another_act(plain):
        return False
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    before = str((state.get("subject") or {}).get("question", ""))
    for kinds, question in _all_questions(plain, before, context):
        context.search.start(question, earlier, state.get("subject"))
        results = await context.search.results(schedule=True)
        is_enough = _is_answered(results) or (
            booking_words.is_food_to_room(plain) and _is_answerable(results)
        )
        if _is_about(results.focus, kinds, context) and is_enough:
            return True
    context.search.start(wish, earlier, state.get("subject"))
    return False


def _is_plain_wish(query_type: str, plain: str, context: Context) -> bool:
    """Whether it is one that is taken for a question; of a row without a time, the
    records say how it is booked."""
    kind = booking_words.kind(plain)
    is_question = query_type in LOOKED_UP and kind is not None
    if not is_question:
        return False
    in_english = question_words.english(plain, context.language).lower()
    is_named = bool(context.search.named(plain))
    if booking_words.wants_then(in_english):
        return True
    if is_named and booking_words.wants_tickets(in_english):
        return True
    has_time = bool(time_words.merged(in_english, ""))
    return booking_words.is_plain_wish(plain) and (has_time or not is_named)


def _is_in_need(state: ConciergeState) -> bool:
    """Whether help for a danger, or another word of care, belongs behind the answer."""
    is_after_danger = distress.is_after_crisis(state) or (
        distress.is_after_emergency(state)
    )
    return is_after_danger or bool(state["closing_reply"])


def _all_questions(
    plain: str, before: str, context: Context
) -> Iterator[tuple[Collection[str], str]]:
    """As `_questions`; of rooms by what they cost the one without its day: the records
    have the same rates for every day."""
    if booking_words.is_of_rate(plain):
        in_english = question_words.english(plain, context.language)
        yield (), booking_words.without_day(in_english)
    else:
        yield from _questions(plain, before, context)


def _questions(
    plain: str, before: str, context: Context
) -> Iterator[tuple[Collection[str], str]]:
    """Each with the kinds of rows that the conversation has to be about for it, empty
    where it says what it is about; the best first.

    before: the last question, in English.
    """
    say = partial(replies.say, language=context.language)
    named = context.search.named(plain)
    if booking_words.is_food_to_room(plain):
        yield (), say("wish_room_service")
        return
    plain_wish = booking_words.without_party(_without_names(plain, named))
    # When, and what sort: "tomorrow at 7pm", "saturday somewhere italian".
    words = booking_words.remainder(plain_wish)
    in_english = question_words.english(plain_wish, context.language)
    is_open = _opening(
        named or context.search.named(context.search.current_place), context
    )
    if named:
        # "OK go with Tuscany then" is no part of the time.
        when = time_words.merged(in_english, "", is_open)
        when = when or ("" if booking_words.wants_tickets(in_english) else words)
        for sentence, name in _asked_of(named[0], context):
            yield (), say(sentence, name=name, words=when)
        return
    kind = booking_words.kind(plain)
    has_party = booking_words.without_party(plain) != plain
    goes_on = not words or time_words.are_all(
        question_words.english(words, context.language)
    )
    when = time_words.merged(in_english, before, is_open) if goes_on else ""
    when = when or _with_time(words, in_english, context)
    # "A steakhouse for 4 tomorrow at 7" wants a table too.
    is_table_for = has_party and not goes_on and booking_words.may_be_of_table(plain)
    is_wish = is_table_for or kind is not None or booking_words.mentions_booking(plain)
    # "Make it Saturday", "make it 5 people".
    if goes_on and when and not is_wish and (words or has_party):
        yield (), when
    is_of_table = is_table_for or booking_words.books_a_table(plain)
    is_without_time = not when
    when = when or say("wish_today")
    if is_wish:
        yield (kind,) if kind else tuple(_LISTS), say("wish_it_open", words=when)
    if is_without_time and is_of_table and kind in (None, Kind.RESTAURANT):
        yield (), RESERVABLE
    if kind or is_of_table:
        yield (), say(_LISTS[kind or Kind.RESTAURANT], words=when)


def _asked_of(row: Named, context: Context) -> Iterator[tuple[str, str]]:
    """How it is asked of the row and of the shows that play there, each with its name;
    the only show comes first."""
    shows = context.search.shows_at(row.item_id)
    for own in (*shows, row) if len(shows) == 1 else (row, *shows):
        if sentence := _SENTENCES.get(own.kind):
            yield sentence, own.title


def _opening(rows: Sequence[Named], context: Context) -> Callable[[time], bool]:
    """Whether the first of these rows is ever open at an hour."""
    search = context.search
    return lambda clock: not rows or search.is_ever_open(rows[0].item_id, clock)


def _with_time(words: str, in_english: str, context: Context) -> str:
    """What is wanted, with its time as it is read best: "italian sunday at 7:00 pm"."""
    if not time_words.merged(in_english, ""):
        return words
    return time_words.moved(question_words.english(words, context.language), in_english)


def _without_names(plain: str, named: Sequence[Named]) -> str:
    for row in named:
        plain = row_names.without(plain, row.words)
    return plain


def _is_answered(results: Results) -> bool:
    """By what the records say, or by rows that fit most of it."""
    is_list = bool(results.reading.get("matching"))
    least = LEAST_OF_LIST if is_list else IN_PART_BELOW
    return bool(results.reading.get("exact", 0.0) >= least)


def _is_answerable(results: Results) -> bool:
    """Whether a record says most of it."""
    return bool(results.reading.get("answerable", 0.0) >= IN_PART_BELOW)


def _is_about(focus: str, kinds: Collection[str], context: Context) -> bool:
    """Whether the conversation is about a row of these kinds, where any are given."""
    return not kinds or any(row.kind in kinds for row in context.search.named(focus))
