"""What is said where the records hardly hold exactly what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.concierge import replies
from apps.concierge.answer.briefing import NO_CAUTION, Caution
from apps.concierge.context import Context
from apps.knowledge.question import cuisines, limits
from apps.knowledge.statements import topics
from apps.knowledge.statements.ranking import (
    DENIED_BELOW,
    IN_PART_BELOW,
    MOSTLY_LACKING,
    NEAREST_BELOW,
    NEAREST_WITH_ALL_WORDS,
    WITHOUT_VALUE_BELOW,
)
from apps.knowledge.statements.scoring import asked_values
from apps.language.spelling import things
from apps.language.word_forms import stems

# Ids of fixed sentences.
NEAREST, PROBABLE, IN_PART = "nearest_known", "probably_known", "known_in_part"
NO_PRICE, NO_TIME = "known_in_part_no_price", "known_in_part_no_time"
Reading = Mapping[str, Any]


def of(reading: Reading, context: Context) -> Caution:
    exact = reading.get("exact", 1.0)
    if context.language not in topics.LANGUAGES:
        return NO_CAUTION  # words that are not translated say nothing about the records
    is_near = exact < _nearest_below(reading, context.language)
    if is_near and not lacks_only_a_number(reading):
        is_denied = exact < DENIED_BELOW or _lacks_wished_thing(reading)
        return say(NEAREST if is_denied else PROBABLE, context)
    if not lacks_something(reading):
        return NO_CAUTION
    reply = _in_part(reading)
    return in_part(reading, context) if reply == IN_PART else say(reply, context)


def _nearest_below(reading: Reading, language: str) -> float:
    """Lower where the row, the topic or its name has every word of the question.

    Of a translated question, only some words can be met.
    """
    is_translated = language != replies.FIRST_LANGUAGE
    is_word_unmet = is_translated or reading.get("unmet_share", 1.0) > 0
    return NEAREST_BELOW if is_word_unmet else NEAREST_WITH_ALL_WORDS


def in_part(reading: Reading, context: Context) -> Caution:
    """For a fact that may not be all that is asked for."""
    is_denied = _lacks_wished_thing(reading)
    return say(IN_PART, context) if is_denied else _with_contact(IN_PART, context)


def say(reply: str, context: Context) -> Caution:
    """reply: the id of the sentence that comes first."""
    return replace(
        _with_contact(reply, context), before=replies.say(reply, context.language)
    )


def _with_contact(reply: str, context: Context) -> Caution:
    """Only whom to ask for more: where the records may well hold what is asked, nothing
    is said to be missing."""
    is_near = reply in {NEAREST, PROBABLE}
    after_thing = "nearest_after_thing" if is_near else "known_after_thing"
    language = context.language
    return Caution(
        after=replies.say("further", language, phone=context.resort.phone),
        after_thing=replies.say(after_thing, language),
    )


def _lacks_wished_thing(reading: Reading) -> bool:
    """Whether something is surely missing: a value, a limit, the food of a country, a
    thing that guests of any resort ask for, or of a row that is named, a word that no
    record has. Words such as "huge" or "asap" are none."""
    if reading.get("is_limit_missed") or reading.get("value") in asked_values.LACKING:
        return True
    unmet = {*reading.get("unmet", ())}
    of_named = reading.get("nowhere", ()) if reading.get("named") else ()
    wished = things.of_hotels() | cuisines.COUNTRY_STEMS | {*of_named}
    return not unmet.isdisjoint(wished)


def not_mentioned(context: Context) -> str:
    """With "{words}" in their place; only in languages that are understood."""
    if context.language not in topics.LANGUAGES:
        return ""
    return replies.say("not_mentioned", context.language, words="{words}")


def unknown_part(context: Context, wish: str = "") -> str:
    """What is said of one part where another one was answered.

    wish: what the part wishes for, by its name where it has one.
    """
    phone = context.resort.phone
    if wish:
        language = context.language
        return replies.say("unknown_wish", language, words=wish, phone=phone)
    return replies.say("unknown_part", context.language, phone=phone)


def is_in_part(answer_text: str, context: Context) -> bool:
    """Whether an answer says that the records do not hold all that is asked."""
    before_words, _, _ = not_mentioned(context).partition("{words}")
    _, _, after_wish = unknown_part(context, "{words}").partition("{words}")
    cautions = (NEAREST, IN_PART, NO_PRICE, NO_TIME)
    sentences = [replies.say(reply, context.language) for reply in cautions]
    sentences += [unknown_part(context), after_wish]
    sentences += filter(None, [before_words])
    return any(sentence in answer_text for sentence in sentences)


def is_uncertain(answer_text: str, reading: Reading, context: Context) -> bool:
    """Whether an answer, or one of its parts, may not be all that is asked for."""
    further = replies.say("further", context.language, phone=context.resort.phone)
    readings = [*reading.get("parts", ())] or [reading]
    is_doubtful = any(of(own, context) != NO_CAUTION for own in readings)
    return is_doubtful and further in answer_text


def lacks_something(reading: Reading) -> bool:
    """Whether words, or such a value as is asked for, are really missing."""
    exact = reading.get("exact", 1.0)
    if reading.get("value") == "unmeasured":
        return True
    if reading.get("value") == "missing":
        return bool(exact < WITHOUT_VALUE_BELOW)
    lacking_share = reading.get("lacking_share", 0.0)
    return bool(exact < IN_PART_BELOW and lacking_share >= MOSTLY_LACKING)


def lacks_only_a_number(reading: Reading) -> bool:
    """Whether the row has every word of the question except those of a number, such as
    "for 300 people". Such a row is the right one, not merely the nearest."""
    text = reading.get("text", "")
    words_besides = stems(limits.without(text, limits.read(text)))
    lacking = {*reading.get("lacking", ())}
    is_missing = reading.get("value") == "missing" and bool(lacking)
    return is_missing and lacking.isdisjoint(words_besides)


def _in_part(reading: Reading) -> str:
    """The sentence for the sort of value that the records do not hold."""
    if reading.get("value") not in asked_values.LACKING:
        return IN_PART
    sorts = asked_values.asked_for(reading.get("text", ""))
    if sorts[asked_values.SORTS.index("money")]:
        return NO_PRICE
    is_of_time = sorts[asked_values.SORTS.index("time")]
    is_of_company = bool(limits.read(reading.get("text", "")).company)
    return NO_TIME if is_of_time and not is_of_company else IN_PART
