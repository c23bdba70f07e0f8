"""A question that goes on with a conversation, in words that need no conversation.

Search, ranking, the model's prompt and the trace all use this one wording.
"""

from __future__ import annotations

from apps.catalog.hours import formatting
from apps.infrastructure import patterns
from apps.knowledge.question import wish_words
from apps.knowledge.statements import ellipsis
from apps.language.calendar import clocks
from apps.language.word_forms import stems

# "Can I get a late check-out?" is about a late check-out, which no row may be.
_THING = patterns.compile(
    r"^\W*(?:(?:hi|hey|hello|and|so|ok)\b\W*)*(?:(?:can|could|may) (?:i|we) "
    r"(?:please )?(?:get|have|book|order|request|ask for)|"
    r"(?:i|we) (?:want|need|would like)(?: to (?:get|have|book|order))?|"
    r"(?:is|are) there|do you (?:have|offer)|(?:any chance of|what about)) "
    r"((?:the|an?|any|some) (?:[\w-]+ ?){1,3})(?:please)?\W*$",
    "i",
)
# "That room" and "for one night" stand for nothing.
_PRONOUN = patterns.compile(
    r"\bit\b|\b(?:that|one)(?P<end>(?: (?:costs?|free|extra|included))?\W*$)",
    "i",
)
# Spanish and French leave the pronoun out: "¿cuánto cuesta?" is "how much is?".
_HOW_MUCH = patterns.compile(r"^\W*(?:and )?how much is\W*$", "i")


def full_question(text: str, subject: str) -> str:
    """`Ballo: and tomorrow?` Without a subject the text says all that there is.

    subject: the name of a row, or the question of a written answer.
    """
    if not subject:
        return text
    return f"{subject} {text}" if subject.endswith("?") else f"{subject}: {text}"


def about_thing(text: str, previous: str) -> str:
    """ "How much does a late check-out cost", for "how much does it cost", after a
    wish for one; empty where the previous message is no such wish, or long, and where
    this one names something else.

    Both in plain English.
    """
    text = _HOW_MUCH.sub("how much is it", text)
    wish, pronoun = _THING.search(previous), _PRONOUN.search(text)
    if wish is None or pronoun is None or not ellipsis.names_nothing(text, stems(text)):
        return ""
    end = pronoun["end"] or text[pronoun.end() :]
    return f"{text[: pronoun.start()]}{wish[1].strip()}{end}"


def at_its_hour(question: str, text: str) -> str:
    """ "Which restaurants are open late at 3:00 AM?" for "late night snack 3am"."""
    clock = clocks.read(text.lower())
    if clock is None or not wish_words.OPEN.search(question):
        return question
    hour = formatting.say_time(clock, "en")
    return f"{question.rstrip('?')} at {hour}?"
