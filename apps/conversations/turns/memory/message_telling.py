"""What a message tells of its guest, for the graph as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge import replies
from apps.concierge.guest_memory import Doubt, RememberedFact, Telling
from apps.conversations.turns.memory import guest_memory, message_needs
from apps.guests import evidence_words, fact_words
from apps.guests.extraction import Contradiction, FoundFact, Reading
from apps.guests.extraction.telling import of_loss, of_mourning

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


def read(reading: Reading, text: str, language: str) -> Telling:
    """What the graph has to know of a message that was read."""
    doubts = [_doubt(each, language) for each in reading.contradictions]
    words_besides = _words_besides(reading, text) if reading.asks_nothing else 0
    is_of_stay = any(map(_is_of_stay, reading.facts))
    doubt = next(iter(doubts), None)
    needs = message_needs.read(reading, text, language)
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
