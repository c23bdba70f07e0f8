"""Diets that a question asks for, as in "any vegan options?", and those that a guest
has given up: "I eat meat again".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from apps.guests import unstored_diets
from apps.guests.extraction import grammar, spelling
from apps.guests.extraction.choice_words import Word, words_in
from apps.guests.extraction.claims import Claim
from apps.guests.extraction.findings import FoundFact
from apps.guests.extraction.segments import Segment
from apps.guests.unstored_diets import Span
from apps.infrastructure import patterns
from apps.knowledge.statements import kind_words, question_beginnings
from apps.language import normalise
from apps.language.word_forms import stems

DIET = "dietary_needs"
_EATEN_AT = "restaurant"
# Of these nobody eats.
_ELSEWHERE = frozenset({"amenity", "show", "gaming", "promo"})
# Drinks are no matter of the kitchen.
_OF_DRINKS = frozenset({"no_alcohol"})
# "GF" alone is as often a girlfriend.
_SHORTEST = 3
# So few words without a verb ask as well: "kosher places", and somewhat more with a
# meal: "hijo celíaco, cena mañana".
_MOST_KEYWORDS, _MOST_WITH_MEAL = 5, 8
_MEALS = patterns.compile(
    r"\b(?:eat|eating|food|dine|dinner|lunch|breakfast|brunch|supper|comer|cenar?|"
    r"almuerzo|almorzar|desayuno|manger|d[iî]ner|d[eé]jeuner|essen|jantar|almo[cç]o|"
    r"mangiare|mangiamo|pranzo)\b",
    "i",
)
# What was served, and what is booked already, are no questions.
_STATEMENT = patterns.compile(
    r"\b(?:was|were|had|came|got|gave|served|ordered|made|fue|estaba|trajeron|[eé]tait|"
    r"war|foi)\b|\b(?:my|our|mis?|nuestr[oa]s?|mon|ma|notre) (?:\w+ ){0,3}"
    r"(?:reservation|booking|table|meal|order|plate|reserva|mesa|r[eé]servation|repas)\b",
    "i",
)
# Of a food that is avoided: "shellfish free", "allergic to nuts and shellfish".
_FREE_OF = patterns.compile(
    r"(?:\b(?:without|free of|free from|sin|sans|ohne|sem|senza)|"
    r"\b(?:all?erg|anaphyla|anafil|intoleran|unvertr)\w*"
    r"(?: (?:to|al?|aux?|an|gegen|agli|alle|ai))?)"
    r"(?: (?:any|the|el|las?|los|les?|del?|des|all|o|os|as))?"
    r"(?: [^ .?!]+(?:,| and| or|, and| y| o| et| ou| und| oder| e)){0,3} $",
    "i",
)
_IS_FREE = patterns.compile(r"^[ -]?(?:free|less|all?erg\w*|intoleran\w*)\b", "i")
PLACES = "restaurants"
# What is asked for, where it is called no restaurant.
_PLACES = patterns.compile(
    r"\b(?:options?|choices?|places?|spots?|joints?|dishes|dish|meals?|menus?|items?|"
    r"stuff|things?)\b",
    "i",
)
# How far before or behind a food it is read: a message may name a thousand.
_REACH = 80
# "Does that still work" asks of the place talked about, in languages with such a word.
_OF_PLACE_TOLD = patterns.compile(
    r"\b(?:it|that|they)\b|\b(?:there|ah[ií]|all[ií]|l[àa]-bas)\W*$", "i"
)
_CLAUSE_ENDS = patterns.compile(r"[,;.!]+ *")
# No text that `grammar.plain` leaves has this sign.
_TAKEN_OUT = "\x00"
# "Gluten free and low sodium places" asks for places.
_BETWEEN = patterns.compile(r"\x00+(?:(?:\s|,|&|/|and|or|y|o|et|ou)*\x00+)*")
_SPACES = patterns.compile(r"\s+")
KEY = "dietary_needs"
WITHOUT_MEAT = ("vegetarian", "vegan", "pescatarian")


def read(text: str, language: str) -> tuple[FoundFact, str] | None:
    """The diets that a question about eating names, and the question without them.

    None where it is no such question.
    """
    if not _asks(text):
        return None
    own_grammar = grammar.of_language(language)
    text = spelling.repaired(text, own_grammar).text
    plain = grammar.plain(text)
    sentence = Segment(plain, 0, own_grammar)
    spans = [*_stored(sentence, plain), *unstored_diets.spans_asked_for(plain).items()]
    choices = [*dict.fromkeys(choice for choice, _ in spans)]
    if not choices:
        return None
    if len(choices) > 1:  # "nut allergy" is not any allergy
        spans = [own for own in spans if own[0] != unstored_diets.ALLERGIES]
        choices = [*dict.fromkeys(choice for choice, _ in spans)]
    offsets = [span for _, span in spans]
    question = _without(offsets, text) or PLACES
    kinds = kind_words.kinds_of(stems(question))
    if _EATEN_AT not in kinds and not _ELSEWHERE.isdisjoint(kinds):
        return None
    quote = text[min(offsets)[0] : max(offsets)[1]]
    return FoundFact(DIET, choices, quote, 1.0), question


def _stored(sentence: Segment, plain: str) -> Iterator[tuple[str, Span]]:
    """Choices that are remembered of guests, with where they stand."""
    for word in filter(_is_diet, words_in(sentence)):
        if span := _span(word, plain):
            yield word.choice, span


def _is_diet(word: Word) -> bool:
    is_long = word.end - word.start >= _SHORTEST
    return word.key == DIET and word.choice not in _OF_DRINKS and is_long


def _span(word: Word, plain: str) -> Span | None:
    """Of the word with what says that the food is unwanted: "without nuts"; None where
    nothing does."""
    reach = max(word.start - _REACH, 0)
    before = _FREE_OF.search(plain[reach : word.start])
    behind = _IS_FREE.search(plain[word.end : word.end + _REACH])
    if word.is_avoided and not before and not behind:
        return None
    start = reach + before.start() if before else word.start
    return start, word.end + (behind.end() if behind else 0)


def _asks(text: str) -> bool:
    if normalise.has_question_mark(text):
        return True
    if _STATEMENT.search(text):
        return False
    is_of_meal = bool(_MEALS.search(text) or _PLACES.search(text))
    most_words = _MOST_WITH_MEAL if is_of_meal else _MOST_KEYWORDS
    if len(text.split()) <= most_words or question_beginnings.is_question_or_wish(text):
        return True
    return any(
        (_MEALS.search(clause) or _OF_PLACE_TOLD.search(clause))
        and question_beginnings.is_question_or_wish(clause)
        for clause in _CLAUSE_ENDS.split(text)
    )


def _without(spans: Iterable[Span], text: str) -> str:
    """ "Any restaurants?" of "any shellfish free places?"."""
    for start, end in spans:
        text = f"{text[:start]}{_TAKEN_OUT * (end - start)}{text[end:]}"
    text = _BETWEEN.sub(" ", text)
    return _SPACES.sub(" ", _PLACES.sub(PLACES, text)).strip()


def claims_in(sentences: Sequence[Segment], claims: Iterable[Claim]) -> Iterator[Claim]:
    """What does not hold beside it is taken back, unless the guest names it himself:
    who was a vegetarian was no vegan.

    claims: what else the message tells. Offsets are of the message.
    """
    if any(claim.is_taken_back and claim.key == KEY for claim in claims):
        return
    for sentence in sentences:
        match = sentence.grammar.pattern("eats_again").search(sentence.text)
        if match and "?" not in sentence.clause(match.start()).text:
            start, end = (sentence.start + place for place in match.span())
            yield Claim(KEY, [*WITHOUT_MEAT], start, end, is_taken_back=True)
