"""What a question asks for that a fact does not say.

A fact answers with yes or no only where its own words, and what its row is, cover all
that the question asks besides the name of that row. So the fact of another row, of the
building around it, or one about something else decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import places
from apps.infrastructure import patterns
from apps.knowledge.question.row_names import normalised
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.ranking import DENIED_BELOW, IN_PART_BELOW
from apps.language.spelling import things
from apps.language.vocabulary import synonyms
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

# Fields that say what a row is and where, whatever is told of it.
IDENTITY_FIELDS = frozenset(
    {"cuisine", "genre", "sort", "at_venue", "in_tower", "place"}
)
# Words for any row of a kind; those for a thing, such as "bingo", are not among them.
_KINDS = {
    "restaurant": "restaurant eat food dine dining place",
    "show": "show concert event entertainment perform performance",
    "venue": "venue",
    "room": "room",
    "tower": "hotel tower building",
    "promo": "promotion promo deal offer program member membership",
    "gaming": "game gaming gamble play casino",
    "amenity": "amenity facility activity play",
}
_WORDS_OF_KINDS = {kind: frozenset(stems(words)) for kind, words in _KINDS.items()}
# What is near a place, or joined to it, is not in it.
NEAR = patterns.compile(
    r"\b(near|next|beside|behind|connected|between|below|above|across|outside|off)\b",
    "i",
)
# It is not asked whether "an open kitchen" is open.
OPEN_THING = patterns.compile(r"\ban? open \w", "i")
# Their synonyms make it likely and do not say it: Italian food is not yet a pizza.
_LIKELY_ONLY = synonyms.of_kinds() | frozenset(
    stems(
        "pizza pasta burger sushi smoke romantic cheap budget wedding tesla nightlife "
        "pricey"
    )
)

_HOUR = patterns.compile(
    r"\d|\b(noon|midnight|dawn|dusk|always|every|(mon|tues|wednes|thurs|fri|satur|sun)"
    r"day)\b",
    "i",
)
_PERSON = patterns.compile(
    r"\b(?:can|could|may|is|are) (?:(?:i|we) (?:have|bring|let) )?"
    r"(?:my|our|an?|another) (?:\w+ )?(?:friend|cousin|visitor|guest|boyfriend|"
    r"girlfriend|buddy|brother|sister|mom|mother|dad|father|uncle|aunt|nephew|niece|"
    r"colleague|parent|son|daughter)s?\b",
    "i",
)
_PEOPLE = frozenset(stems("guest guests children kids adult baby toddler people"))
# Of things that have nothing else in common.
_OF_ANY_THING = frozenset(stems("service free group ticket private special extra"))


def asked_words(
    request: SpeakerRequest,
    fact: Fact,
    explained: patterns.Pattern | None = None,
    empty: Collection[str] = WORDS_OF_HAVING,
) -> set[str]:
    """Stems that say what is asked of the row of the fact.

    explained: what the reader of such facts understands by itself. empty: stems that
    ask for nothing.
    """
    text = without_name(request, fact)
    if explained:
        text = explained.sub(" ", text)
    words = content(stems(text)) - {*empty}
    words |= places.lacking_words(request.question, fact)
    return words | {"open"} if OPEN_THING.search(request.question) else words


def without_name(request: SpeakerRequest, fact: Fact) -> str:
    """The question in plain words, without the name that it gives the fact's row."""
    text = normalised(request.question)
    if fact.kind == "faq":  # "valet" is only part of what is written about parking
        return text
    for item_id, name in request.named_as:
        if item_id == fact.item_id:
            text = text.replace(f" {name} ", " ")
    return text


def names_row(request: SpeakerRequest, fact: Fact) -> bool:
    return any(item_id == fact.item_id for item_id, _ in request.named_as)


def of(
    request: SpeakerRequest,
    fact: Fact,
    explained: patterns.Pattern | None = None,
) -> set[str]:
    """Stems that neither the fact nor what its row is covers."""
    words = asked_words(request, fact, explained)
    own = said_by(fact) | identity(request, fact)
    names = [name for item_id, name in request.named_as if item_id == fact.item_id]
    if names:  # "Does Bar Americain have a bar?"
        text = fact.text.replace(fact.row, " ")
        own -= words_in(*names) - words_in(text) - _told_of_row(request, fact)
    return words - own


def of_row(
    request: SpeakerRequest,
    fact: Fact,
    explained: patterns.Pattern | None = None,
) -> set[str]:
    """Stems that nothing covers that is known of the row."""
    own = (other for other in request.facts if other.item_id == fact.item_id)
    words = of(request, fact, explained)
    return words.difference(*(said_by(other) for other in own))


def shares_little(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether it has only such words of the question as are said of any thing: room
    service is not near "bottle service". A likely answer may say the rest in other
    words, unless that is a name which no record has: "are WNBA tickets free?"."""
    words = content(stems(request.question)) - {*WORDS_OF_HAVING}
    shared_words = words & (said_by(fact) | identity(request, fact))
    telling = words - _OF_ANY_THING - explained(request)
    if not (shared_words and telling and shared_words <= _OF_ANY_THING):
        return False
    return request.exact < IN_PART_BELOW or telling <= _unknown_names(request)


def are_only_mentioned(
    request: SpeakerRequest, fact: Fact, words: Collection[str]
) -> bool:
    """Whether the fact names no hour, and is of no row of these words: "the hours vary;
    please ask at the front desk" is not of the front desk."""
    is_of_row = not identity(request, fact).isdisjoint(words)
    return fact.field == "hours_note" and not (is_of_row or _HOUR.search(fact.text))


def is_of_others(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether it is asked for a person, and the answer is written about something else:
    no rule on pets says whether a friend may stay."""
    if fact.kind != "faq" or not _PERSON.search(request.question):
        return False
    named = content(stems(fact.row)) & things.of_hotels() - _PEOPLE
    words, table = words_in(request.question), synonyms.synonyms()
    words |= {same for word in [*words] for same in table.get(word, ())}
    return bool(named) and named.isdisjoint(words)


def lacks_things(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether no record names a thing that the question does, and the fact has none of
    the others that it names: no hall is near to "the bingo hall"."""
    words = asked_words(request, fact) - _OF_ANY_THING - explained(request)
    named = {word for word in words if things.names_thing(word)}
    is_near = bool(named & (said_by(fact) | identity(request, fact)))
    if is_near or request.is_need_of_row or request.exact >= IN_PART_BELOW:
        return False
    if unknown(request):
        return True
    is_alone = not (request.hangs_on or request.missing)
    lacking = named & {*request.lacking, *request.nowhere}
    return is_alone and request.exact < DENIED_BELOW and bool(lacking)


def unknown(request: SpeakerRequest) -> frozenset[str]:
    """Things that guests of any resort ask for, and no record of this one names."""
    rare_words = frozenset(filter(things.is_rare, request.nowhere))
    return rare_words & things.of_hotels() - WORDS_OF_HAVING


def _unknown_names(request: SpeakerRequest) -> set[str]:
    rare_words = {word for word in request.nowhere if things.names_thing(word)}
    return rare_words - things.of_hotels()


def is_only_likely(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether its row names the kind of what is asked for, and not the thing itself:
    seafood, of "crab legs?"."""
    own = (f.text for f in request.facts if f.item_id == fact.item_id)
    words = synonyms.of_kinds().intersection(stems(request.question))
    return bool(words - {*stems(" ".join([fact.row, *own]))})


def are_most(unmet: Collection[str], words: Collection[str]) -> bool:
    """At least half of those that say what is asked: guests say much beside it."""
    return bool(unmet) and 2 * len(unmet) >= len(words)


def explained(request: SpeakerRequest) -> frozenset[str]:
    """Stems that only say what is asked for, such as a time or a price."""
    return frozenset(ellipsis.explained_words(request.topic))


def said_by(fact: Fact) -> set[str]:
    return words_in(fact.row, fact.text, fact.field.replace("_", " "))


def identity(request: SpeakerRequest, fact: Fact) -> set[str]:
    """The words for what the row is, and for rows of its kind."""
    kind = _WORDS_OF_KINDS.get(fact.kind, frozenset[str]())
    return words_in(fact.row) | _told_of_row(request, fact) | kind


def _told_of_row(request: SpeakerRequest, fact: Fact) -> set[str]:
    """Of what sort it is, and where."""
    own = [row_fact for row_fact in request.facts if row_fact.item_id == fact.item_id]
    values = [own_fact.value for own_fact in own if own_fact.field in IDENTITY_FIELDS]
    return words_in(*(value for value in values if not NEAR.search(value)))


def words_in(*texts: str) -> set[str]:
    """Their stems, and the words of guests for the same."""
    own = _stems_of(texts)
    table = synonyms.synonyms()
    same = (word for word, forms in table.items() if forms & own)
    return own.union(word for word in same if word not in _LIKELY_ONLY)


def _stems_of(texts: Iterable[str]) -> set[str]:
    """In both spellings of a word that has two."""
    return {word for text in texts for word in stems(f"{text} {normalised(text)}")}
