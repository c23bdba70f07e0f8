"""The counts of a message: those of its sentences, as later words correct them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.guests.extraction.claims import LIKELY, Claim, without_corrected
from apps.guests.extraction.counts import children, counted_nouns, lodging, party
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment

NUMERIC = ("party_size", "children", "rooms", "nights")

# What a question for a number of each calls it.
COUNTED = {
    "people": "party_size",
    "children": "children",
    "rooms": "rooms",
    "nights": "nights",
}


def claims_in(segment: Segment) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets; denied ones are unsure."""
    yield from children.at_home(segment)
    for claim in _claims(segment):
        is_denied = segment.before("not_this", claim.start)
        is_denied = is_denied or _is_absent(segment.clause(claim.start))
        yield replace(claim, confidence=0.0) if is_denied else claim


def _claims(segment: Segment) -> Iterator[Claim]:
    is_ours = not segment.is_of_third and not _is_absent(segment)
    if not segment.is_past and is_ours:
        counted = counted_nouns.all_in(segment)
        yield from party.claims_in(segment, counted)
        yield from lodging.claims_in(segment, counted)
    if not segment.is_past and not segment.has_others_children:
        yield from children.age_claims(segment)


def _is_absent(segment: Segment) -> bool:
    """ "My sister and her two kids couldn't make it." """
    return segment.matches("absent") and not segment.has_own_subject


def corrected_numbers(
    text: str, grammar: Grammar, claims: Sequence[Claim]
) -> Iterator[Claim]:
    """ "We are 4, actually make that 5": the new number is of the same thing."""
    numeric = [claim for claim in claims if claim.key in NUMERIC]
    for piece in ("inherits", "instead_of"):
        for match in grammar.pattern(piece).finditer(text):
            start, end = match.span(1 if piece == "inherits" else 2)
            earlier = [claim for claim in numeric if claim.start < start]
            is_known = any(c.start <= start < c.end for c in numeric)
            if earlier and not is_known and not counted_nouns.is_cut(text, start, end):
                number = grammar.number(text[start:end])
                last = max(earlier, key=_end)
                yield Claim(last.key, number, start, end, LIKELY)


def with_children(claims: Sequence[Claim]) -> list[Claim]:
    """ "One adult. One child." are two, though two sentences say so."""
    parties = [claim for claim in claims if claim.key == "party_size"]
    children = [claim for claim in claims if claim.key == "children"]
    if len(parties) != 1 or len(children) != 1 or not parties[0].is_of_adults:
        return list(claims)
    (party,), (young,) = parties, children
    total = replace(party, value=party.value + young.value, is_of_adults=False)
    return [total if claim is party else claim for claim in claims]


def with_corrected_children(
    claims: Sequence[Claim], text: str, grammar: Grammar
) -> list[Claim]:
    """ "2 adults and 3 kids, sorry, 2 kids" are four."""
    parties = [claim for claim in claims if claim.key == "party_size"]
    children = [claim for claim in claims if claim.key == "children"]
    if (len(parties), len(children)) != (1, 2):
        return list(claims)
    (party,), (first, last) = parties, sorted(children, key=_end)
    is_counted = party.start <= first.start and first.end <= party.end < last.start
    if not is_counted or without_corrected([first, last], text, grammar) != [last]:
        return list(claims)
    total = replace(party, value=party.value + last.value - first.value)
    return [total if claim is party else claim for claim in claims]


def bare_answer(text: str, question: str, grammar: Grammar) -> Claim | None:
    """ "5", "no, the five!" or "5 please", as the answer to a question for a number."""
    counted = ((piece, grammar.pattern(piece)) for piece in COUNTED)
    pieces = [piece for piece, pattern in counted if pattern.search(question)]
    if len(pieces) != 1:
        return None
    (piece,) = pieces
    source = r"^\W*(?:{bare}\W+)*({num})(?:\W+{" + piece + r"})?(?:\W+{bare_end})*\W*$"
    match = grammar.built(f"bare number of {piece}", source).match(text)
    if match is None:
        return None
    number = grammar.number(match[1])
    return Claim(COUNTED[piece], number, *match.span(1), confidence=LIKELY)


def _end(claim: Claim) -> int:
    return claim.end
