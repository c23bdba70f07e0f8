"""Facts that guests tell about themselves, taken from their own messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import islice

from apps.guests.extraction import (
    attribution,
    budgets,
    chinese,
    choices,
    claims,
    counts,
    diet_words,
    grammar,
    personal,
    segments,
    telling,
)
from apps.guests.extraction import spelling as repair
from apps.guests.extraction.by_model import completed
from apps.guests.extraction.claims import Claim
from apps.guests.extraction.dates import visit_dates
from apps.guests.extraction.findings import Contradiction, FoundFact, Reading
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.guests.extraction.spelling import Spelling

__all__ = ["Contradiction", "FoundFact", "Reading", "completed", "facts_in"]
# Nobody tells more of himself in one message, and reading takes time.
READ_CHARS = 2000
READ_SENTENCES = 60


def facts_in(
    text: str, language: str, now: datetime, our_question: str = ""
) -> Reading:
    """The facts of a guest's own message, by code alone.

    language: that of the message. now: in the property's time zone. our_question:
    just before it, "How many people?"; then "5" says something.
    """
    message = text[:READ_CHARS]
    plain = grammar.plain(message)
    own_grammar = grammar.of_language(language)
    today = now.date()
    if bare := counts.bare_answer(plain, grammar.plain(our_question), own_grammar):
        reading = claims.settled([bare], message, plain, own_grammar, today)
        return replace(reading, asks_nothing=True)
    if language == chinese.LANGUAGE:
        return _of_chinese(message, own_grammar, today)
    spelling = repair.repaired(message, own_grammar)
    text_read = grammar.plain(spelling.text)
    split = segments.split(text_read, own_grammar, today.year)
    sentences = list(islice(split, READ_SENTENCES))
    every = _claims(sentences, spelling.text, text_read, own_grammar, today)
    asks_nothing = telling.asks_nothing(sentences, text_read, every)
    typed = [_as_typed(claim, spelling) for claim in every]
    reading = claims.settled(typed, message, plain, own_grammar, today)
    is_telling = bool(reading.facts or reading.taken_back or reading.contradictions)
    return replace(
        reading,
        asks_nothing=is_telling and asks_nothing,
        is_about_guest=is_telling or any(own.is_about_guest for own in sentences),
    )


def _as_typed(claim: Claim, spelling: Spelling) -> Claim:
    start, end = spelling.typed_span(claim.start, claim.end)
    return replace(claim, start=start, end=end)


def _of_chinese(message: str, own: Grammar, today: date) -> Reading:
    plain = chinese.plain(message)
    every = chinese.claims_in(plain, today)
    reading = claims.settled(every, message, plain, own, today)
    return replace(reading, asks_nothing=chinese.asks_nothing(plain, every))


def _claims(
    sentences: Sequence[Segment], message: str, plain: str, own: Grammar, today: date
) -> list[Claim]:
    """All that the guest means, with offsets in the message."""
    every = [claim for sentence in sentences for claim in _of(sentence, message)]
    every += diet_words.claims_in(sentences, every)
    every += counts.corrected_numbers(plain, own, every)
    every = counts.with_children(every)
    every = counts.with_corrected_children(every, plain, own)
    every = counts.without_ages(every)
    every += visit_dates.claims_in(sentences, plain, own, today)
    every = list(attribution.of_company(every, plain, own))
    return attribution.those_meant(every, sentences, plain, own)


def _of(sentence: Segment, message: str) -> Iterator[Claim]:
    words = message[sentence.start : sentence.start + len(sentence.text)]
    own = [
        *counts.claims_in(sentence),
        *choices.claims_in(sentence),
        *personal.claims_in(sentence, words),
    ]
    amounts = [] if sentence.is_past else list(budgets.claims_in(sentence))
    for claim in (*own, *amounts):
        # "150 for one night" says nothing of how long somebody stays.
        if claim.key == "nights" and any(
            budget.start <= claim.start < budget.end for budget in amounts
        ):
            continue
        start, end = claim.start + sentence.start, claim.end + sentence.start
        yield replace(claim, start=start, end=end)
