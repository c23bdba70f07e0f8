"""Parties without a noun: "just me", "we are four", "a table for six"."""

from __future__ import annotations

from collections.abc import Iterator

from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.counts.counted_nouns import is_cut, is_of_range
from apps.guests.extraction.counts.groups import companion_of
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

FAMILY = "family"
# "A room for 120" names a price.
MOST_BARE = 60
# Who is so old asks whether he may gamble.
NEARLY_OF_AGE = range(17, 23)


def claims_in(segment: Segment) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets."""
    yield from _alone(segment)
    yield from _self_and_more(segment)
    yield from _bare_parties(segment)


def _alone(segment: Segment) -> Iterator[Claim]:
    match = segment.grammar.pattern("alone").search(segment.text)
    if match and not _is_accompanied(segment, match):
        yield Claim("party_size", 1, *match.span())
        if " and " not in match[0]:  # with a dog
            yield Claim("companions", ["alone"], *match.span())


def _is_accompanied(segment: Segment, match: patterns.Match) -> bool:
    """ "Men travelling alone" are others, and "alone with my daughter" is two."""
    if segment.before("not_alone", match.start()):
        return True
    after = segment.text[match.end() :]
    return segment.grammar.pattern("with_somebody").search(after) is not None


def _self_and_more(segment: Segment) -> Iterator[Claim]:
    """ "Myself plus two"."""
    match = segment.grammar.pattern("self_and_more").search(segment.text)
    if match and not is_of_range(segment.text, *match.span(1), segment.grammar):
        number = segment.grammar.number(match[1]) + 1
        yield Claim("party_size", number, match.start(), match.end(1))


def _bare_parties(segment: Segment) -> Iterator[Claim]:
    """Numbers without a noun: "we are four", "a table for six"."""
    grammar, text = segment.grammar, segment.text
    for pattern in grammar.each("party"):
        for match in pattern.finditer(text):
            is_for = segment.before("for_people", match.start())
            is_told = segment.is_own or is_for or not segment.matches("finite")
            if is_told and not _is_partial(segment, match):
                yield _number_claim(segment, match)
                yield from _family(segment, match)
    if segment.matches("no_table") or not segment.matches("booking"):
        return
    for pattern in grammar.each("party_for"):
        for match in pattern.finditer(text):
            claim = _number_claim(segment, match)
            if claim.value <= MOST_BARE and not _is_partial(segment, match):
                yield claim


def _family(segment: Segment, match: patterns.Match) -> Iterator[Claim]:
    """ "We're a family of five"."""
    language = segment.grammar.language
    words = match[0].split()
    if any(companion_of(word, language) == FAMILY for word in words):
        yield Claim("companions", [FAMILY], match.start(), match.end(1), LIKELY)


def _is_partial(segment: Segment, match: patterns.Match) -> bool:
    """Whether the number is a piece of another, or one of two: "3 or 4"."""
    span = match.span(1)
    text, grammar = segment.text, segment.grammar
    # "We are 18 and 19, can we gamble?"
    ages = grammar.built("two_ages", r"^\s+(?:{and})\s+\d\d\b")
    # "A party of 2 adults 1 child" is three.
    nouns = grammar.built("counted", r"^[ -](?:{adults}|{children})\b")
    after = text[span[1] :]
    is_of_two = is_of_range(text, *span, grammar) or ages.search(after)
    if _is_age(segment, match) or grammar.pattern("no_people").search(after):
        return True
    return bool(is_of_two or nouns.search(after)) or is_cut(text, *span)


def _is_age(segment: Segment, match: patterns.Match) -> bool:
    """Whether nobody is counted: "we are 19, can we get in?"."""
    is_young = segment.grammar.number(match[1]) in NEARLY_OF_AGE
    return is_young and segment.matches("age_question")


def _number_claim(segment: Segment, match: patterns.Match) -> Claim:
    number = segment.grammar.number(match[1])
    is_weak = segment.is_hearsay(match.start())
    return Claim("party_size", number, match.start(), match.end(1), is_weak=is_weak)
