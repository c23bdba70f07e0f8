""" "And at 9 tonight?", "not Italian", after a list: the same question, of another time
or without what is ruled out."""

from __future__ import annotations

from functools import partial

from apps.catalog.hours import timetable
from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import exclusions, row_names, wish_words
from apps.knowledge.question.subject import Subject
from apps.knowledge.question.wish_words import asks_who_may_come
from apps.knowledge.schedule import whats_on
from apps.knowledge.statements import (
    carried_topic,
    choice,
    ellipsis,
    kind_words,
    topics,
)
from apps.language.calendar import time_words
from apps.language.word_forms import stems

# Of "when do they open tomorrow?" and "how much are tickets?" each row has its own.
_OF_EACH = patterns.compile(
    r"^\W*(?:(?:and|so|ok|okay|but)\W+)*"
    r"(?:(?:at )?what time|when|how much|how old|what|until when|till when)\b.*"
    r"\b(?:they|them|their|tickets|prices|hours|each|both|all|do open|do close)\b",
    "i",
)
# "How much is it?" after a list does not say which one.
_PRICE = patterns.compile(
    r"^\W*(?:(?:and|so|ok|okay|but)\W+)*(?:(?:how much|what)"
    r"(?: (?:is|are|does|do|would|will))?(?: (?:it|that|this))?(?: (?:cost|be))?|"
    r"(?:is|are) (?:it|that|they) (?:very )?(?:expensive|cheap|pricey)|"
    r"(?:the )?(?:price|cost)s?)\W*$",
    "i",
)
# Kinds of rows that are open or closed.
_OPENING = frozenset({Item.Kind.RESTAURANT, Item.Kind.AMENITY, Item.Kind.GAMING})
# As Spanish and French are put into English, "they" are those that are asked for; of
# "what time do they close?" they are those that were listed before.
_OF_WHICH = patterns.compile(
    r"\b(?:which|what) (?:restaurants|places|bars|clubs|nightclubs|shops|stores|pools|"
    r"spas|shows|concerts|hotels|towers|rooms|suites|venues) do they\b",
    "i",
)
_OF_ONE = patterns.compile(r"\b(?:it|its|this|that|there|first|last|one)\b", "i")


def question_of_list(text: str, subject: Subject, snapshot: PropertySnapshot) -> str:
    """The question of the last list with the time that the text names, in English.

    Empty where the text says more than a time, or the last question named a row.
    """
    before = subject.question
    if not before or not time_words.are_all(text) or not _lists(subject, snapshot):
        return ""
    return time_words.moved(before, text)


def question_without(text: str, subject: Subject, snapshot: PropertySnapshot) -> str:
    """The question of the last list, for "not Italian": without what is ruled out."""
    goes_on = carried_topic.without_joining(text)
    is_list = bool(subject.question) and _lists(subject, snapshot)
    if not exclusions.is_all(goes_on) or not is_list:
        return ""
    excluded = "".join(f", not {word}" for word in sorted(exclusions.alone(goes_on)))
    return f"{subject.question.strip(' .?!')}{excluded}"


def question_of_row(
    text: str, subject: Subject, snapshot: PropertySnapshot, answer: str = ""
) -> str:
    """ "Is it open tomorrow at 8:00 pm", for "tomorrow at 8" after a place was spoken
    of; "is Ballo open ...", for "Ballo, tomorrow at 8".

    Empty for "and tomorrow?" after a question without an hour, which needs no more.

    answer: the last one, which may name the row that it knew nothing of.
    """
    text_of_name = text if subject.rows else f"{text} {answer}"
    named = {name.item_id: name.words for name in snapshot.exact_names(text_of_name)}
    rows = [*named] or subject.rows
    row = snapshot.rows.get(rows[0]) if len(rows) == 1 else None
    if row is None or row.kind not in _OPENING:
        return ""
    plain = row_names.without(text.lower(), named.get(row.pk, ""))
    if not time_words.are_all(plain):
        return ""
    before = "" if named else subject.question
    when = time_words.merged(plain, before, partial(timetable.is_ever_open, row))
    has_hour = time_words.names_hour(when)
    if not has_hour and (named or subject.topic != "hours"):
        return ""
    if not when or (carried_topic.goes_on(plain) and not has_hour):
        return ""
    return f"is {row.name if named else 'it'} open {when}"


def question_of_leave(
    text: str, previous: str, subject: Subject, snapshot: PropertySnapshot
) -> str:
    """ "Are children allowed there tomorrow at 9:00 pm", for "and tomorrow at 9?".

    Opening hours are no answer to who may come. previous: the guest's last words, in
    English; where the records lack an answer, they are no subject.
    """
    before = subject.question if time_words.are_all(previous) else previous
    if not before or not time_words.are_all(text):
        return ""
    plain = before.lower()
    for name in snapshot.exact_names(before):
        plain = row_names.without(plain, name.words)
    if asks_who_may_come(plain):
        return time_words.moved(before, text)
    # The rule on age, which is told from no question, leaves its topic.
    is_of_age = subject.topic == "age" and not snapshot.exact_names(text)
    asks = topics.carried_wording(subject.topic) if is_of_age else ""
    return asks and f"{asks} of it {time_words.merged(text, '')}"


def is_of_each(text: str, subject: Subject) -> bool:
    """Whether it is asked of every row of the last list: "when do they open?"."""
    is_plural = _OF_EACH.search(text) and not _OF_ONE.search(text)
    return bool(subject.is_list and (is_plural or _PRICE.search(text)))


def _lists(subject: Subject, snapshot: PropertySnapshot) -> bool:
    """Whether the last question asked which rows there are; of one answer too, for it
    may be the only one that was open then."""
    question = subject.question
    # "Which of those are open now?" says nothing without the list before.
    own_words = _OF_WHICH.sub("which", question)
    if snapshot.mentions(question) or ellipsis.points_back(own_words):
        return False
    # "Anything cheaper?" says nothing without the row before.
    if choice.orders(question) and not kind_words.kinds_of(stems(question)):
        return False
    asks_what_is = (whats_on.ON_STAGE, wish_words.WHATS_OPEN)
    is_of_several = any(words.search(question) for words in asks_what_is)
    return subject.is_list or is_of_several or wish_words.asks_for_rows(question)
