"""What a message says that its guest needs of a place, and what it asks beside that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.guests import unstored_diets
from apps.guests.extraction import FoundFact, Reading, diet_words, grammar, segments
from apps.guests.extraction.diet_words import DIET
from apps.guests.extraction.telling import (
    food_named_first,
    question_beside,
    question_elsewhere,
)
from apps.language.detect import QUESTION_WORD_LANGUAGES

# Needs that a guest may tell beside a question, which is answered by them.
TOLD_BESIDE = ("accessibility", DIET)
# By these a place is chosen; one that is taken back is no word of the question.
OF_PLACES = (*TOLD_BESIDE, "children", "children_ages")
# Their questions are searched as they are, or in the words of the records.
READ_LANGUAGES = frozenset({"en", *QUESTION_WORD_LANGUAGES})


@dataclass(frozen=True)
class MessageNeeds:
    """facts: empty without a question, and where the message takes a need back beside
    it. is_asked: the message tells none, but asks for a diet. is_unread: of its
    question nothing is understood; `question` is all of it.
    """

    facts: Sequence[FoundFact] = ()
    question: str = ""
    is_asked: bool = False
    is_unread: bool = False


def read(reading: Reading, text: str, language: str) -> MessageNeeds:
    own_needs = [fact for fact in reading.facts if fact.key in TOLD_BESIDE]
    if diets := _of_unread_language(reading, text, language):
        return MessageNeeds(diets, text, is_asked=True, is_unread=True)
    if own_needs and (food := _food_named(text, language)):
        return MessageNeeds(own_needs, food, is_asked=True)
    question = (
        question_beside([fact.quote for fact in own_needs], text) if own_needs else ""
    )
    if question:
        return MessageNeeds(own_needs, question)
    diet = None if reading.asks_nothing else diet_words.read(text, language)
    if diet is None or (current := _still_asked(diet[0], reading)) is None:
        gone = [fact.quote for fact in reading.taken_back if fact.key in OF_PLACES]
        return MessageNeeds(question=question_elsewhere(gone, text) if gone else "")
    return MessageNeeds([current], diet[1], is_asked=True)


def _food_named(text: str, language: str) -> str:
    """ "Vegan food" of "vegan food my wife eats no meat"; usually empty."""
    own_grammar = grammar.of_language(language)
    sentences = segments.split(grammar.plain(text), own_grammar)
    return next((food for own in sentences if (food := food_named_first(own))), "")


def _still_asked(diet: FoundFact, reading: Reading) -> FoundFact | None:
    """Without "vegetarian" of "I'm not vegetarian any more, where can we eat?"."""
    for gone in reading.taken_back:
        if gone.key == diet.key:
            left = [choice for choice in diet.value if choice not in gone.value]
            diet = replace(diet, value=left)
    return diet if diet.value else None


def _of_unread_language(
    reading: Reading, text: str, language: str
) -> Sequence[FoundFact]:
    """Diets, in a language whose questions nobody reads. Who tells of an allergy there
    wants to know where to eat, whether or not it is asked."""
    named = unstored_diets.foreign(text)
    own = [fact for fact in reading.facts if fact.key == DIET]
    choices = [choice for fact in own for choice in fact.value] or [*named]
    is_unread = bool(named) or language not in READ_LANGUAGES
    is_allergy = any(map(unstored_diets.is_allergy, (*choices, *named)))
    if not (choices and is_unread) or (reading.asks_nothing and not is_allergy):
        return ()
    return [FoundFact(DIET, choices, text, 1.0)]
