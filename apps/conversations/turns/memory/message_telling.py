"""What a message tells of its guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.concierge import replies
from apps.concierge.guest_memory import Doubt, RememberedFact, Telling
from apps.conversations.turns.memory import guest_memory
from apps.guests import evidence_words, fact_words, unstored_diets
from apps.guests.extraction import (
    Contradiction,
    FoundFact,
    Reading,
    diet_words,
    grammar,
    segments,
)
from apps.guests.extraction.diet_words import DIET
from apps.guests.extraction.telling import (
    food_named_first,
    of_loss,
    of_mourning,
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
# Facts of which nobody tells in an emergency, and choices of the same kind.
PLANS = frozenset({"visit_dates", "budget", "cuisines", "interests", "tier"})
TASTES = {
    "dietary_needs": frozenset(
        {"vegetarian", "vegan", "pescatarian", "halal", "kosher"}
    )
}
PARTY_SIZE = "party_size"
# What the guest is called, and how to reach him.
ADDRESS = frozenset({"name", "preferred_contact"})


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


def read_needs(reading: Reading, text: str, language: str) -> MessageNeeds:
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


def read(reading: Reading, text: str, language: str) -> Telling:
    """What the graph has to know of a message that was read."""
    doubts = [_doubt(each, language) for each in reading.contradictions]
    words_besides = _words_besides(reading, text) if reading.asks_nothing else 0
    is_of_stay = any(map(_is_of_stay, reading.facts))
    doubt = next(iter(doubts), None)
    needs = read_needs(reading, text, language)
    spoken = language if language in replies.languages() else replies.FIRST_LANGUAGE
    return Telling(
        reading.asks_nothing and not needs.is_unread,
        words_besides,
        doubt,
        is_of_stay,
        of_loss(text, language),
        of_mourning(text, language),
        reading.asks_nothing and _is_of_address(reading.facts),
        [_need_just_told(fact, spoken) for fact in needs.facts],
        needs.question,
        is_need_asked=needs.is_asked,
        is_need_unread=needs.is_unread,
    )


def party_told(reading: Reading) -> int:
    """How many people the message says there are; 0 where it says nothing of them."""
    sizes = [fact.value for fact in reading.facts if fact.key == PARTY_SIZE]
    return int(sizes[-1]) if sizes else 0


def _is_of_stay(fact: FoundFact) -> bool:
    """An allergy, or how many people there are, may belong to an emergency."""
    if fact.key in TASTES:
        return TASTES[fact.key].issuperset(fact.value)
    return fact.key in PLANS


def _is_of_address(facts: Sequence[FoundFact]) -> bool:
    """ "Call me on my cell" wants a call."""
    wants_call = any(fact.value == "phone" for fact in facts)
    return not wants_call and {fact.key for fact in facts} <= ADDRESS


def _words_besides(reading: Reading, text: str) -> int:
    """0 where all other words say nothing: "nos quedamos hasta el lunes"."""
    for fact in (*reading.facts, *reading.taken_back):
        text = text.replace(fact.quote, " ")
    words = text.split()
    return len(words) if any(map(evidence_words.says_something, words)) else 0


def _doubt(contradiction: Contradiction, language: str) -> Doubt:
    key = contradiction.key
    every = (fact_words.value(key, each, language) for each in contradiction.values)
    values = list(dict.fromkeys(every))
    alternatives = f" {replies.say('or', language)} ".join(values)
    question = fact_words.doubt(key, alternatives, language)
    return Doubt(question, fact_words.answers(key, values, language))


def _need_just_told(fact: FoundFact, language: str) -> RememberedFact:
    """A need that the message itself tells, with the words of each choice."""
    row = {
        "key": fact.key,
        "value": fact.value,
        "quote": fact.quote,
        "turn_id": "",
        "choice_quotes": {},
    }
    return guest_memory.remembered(row, language, is_current=True)
