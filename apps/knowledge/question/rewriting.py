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
# "How much is a room?", "rooms and prices": each room has its own.
_JOINING = r"^\W*(?:(?:and|so|ok|hi|hey|hello)\b\W*)*"
_ROOMS = (
    r"(?:(?:an?|each|every) (?:hotel |guest ?)?(?:room|suite)|"
    r"(?:all )?(?:the |your |ur )?(?:hotel |guest ?)?(?:rooms|suites))"
)
_ENDING = (
    r"(?: (?:(?:per|an?|each|for (?:an?|one)) night|(?:for )?tonight|each|please))*\W*$"
)
_PRICE_OF_ROOMS = (
    patterns.compile(
        rf"{_JOINING}how much(?: (?:is|are|does|do|would|will|for))* {_ROOMS}"
        rf"(?: (?:cost|be|go for|run))?{_ENDING}",
        "i",
    ),
    patterns.compile(
        rf"{_JOINING}what (?:does|do|would|will) {_ROOMS} (?:cost|go for|run){_ENDING}",
        "i",
    ),
    patterns.compile(
        rf"{_JOINING}(?:(?:tell me|list(?:a)?|of|what|which|all|the|your) )*"
        r"(?:(?:hotel )?(?:rooms|suites)|room types|(?:kinds|types|sorts) of rooms)"
        r"(?:(?: do)? you (?:have|offer)| are there)?"
        r"(?: (?:and|with|what are|the|their|your|all))+ (?:prices?|rates?|costs?)"
        rf"{_ENDING}",
        "i",
    ),
)

# As other languages are read, word by word, too: "ayudame a elegir a room".
_HELP_TO_CHOOSE = patterns.compile(
    r"^\W*(?:(?:can|could|would|please) (?:you )?)*(?:(?:i|we) (?:need|want) )?(?:"
    r"help(?: me| us)?(?: to)? (?:choos|pick|find|select|decid)\w*(?: on)?|"
    r"ayud\w+ a (?:elegir|escoger|encontrar)|me ajud\w+ a (?:escolher|encontrar)|"
    r"aide\w*[- ](?:moi|nous) (?:a|at|à) (?:choisir|trouver))\b",
    "i",
)


# "¿Qué abre a medianoche?" and "qu'est-ce qui ouvre", read word by word.
_WHAT_OPENS = patterns.compile(r"^\W*(?:que|what) does it open\b", "i")


def in_plain_words(text: str) -> str:
    """ "I want a room" for "help me choose a room", "what is open" for "que abre"."""
    return str(_WHAT_OPENS.sub("what is open", _HELP_TO_CHOOSE.sub("i want", text)))


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


def prices_of_rooms(text: str) -> str:
    """ "Room prices", which brings every room; empty for other texts."""
    if not any(words.search(text) for words in _PRICE_OF_ROOMS):
        return ""
    return f"{'suite' if 'suite' in text.lower() else 'room'} prices"


def at_its_hour(question: str, text: str) -> str:
    """ "Which restaurants are open late at 3:00 AM?" for "late night snack 3am"."""
    clock = clocks.read(text.lower())
    if clock is None or not wish_words.OPEN.search(question):
        return question
    hour = formatting.say_time(clock, "en")
    return f"{question.rstrip('?')} at {hour}?"
