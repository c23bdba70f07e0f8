"""The claims of a message in Chinese: of simple sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from apps.guests import fact_kinds
from apps.guests.extraction.chinese import phrases, visits, wishes
from apps.guests.extraction.chinese.phrases import Part
from apps.guests.extraction.claims import LIKELY, SURE, Claim
from apps.infrastructure import patterns

LANGUAGE = phrases.LANGUAGE
COUPLE = 2
# Whether words are those of a date does not depend on the day.
ANY_DAY = date(2000, 1, 1)


def plain(text: str) -> str:
    """In simplified signs, sign for sign as long as the text."""
    return text.translate(phrases.traditional())


def claims_in(text: str, today: date) -> list[Claim]:
    """Claims of a message as `plain` leaves it, with offsets in it."""
    claims: list[Claim] = []
    for sentence in _parts(Part(text, 0), phrases.pattern("sentence_end")):
        cut = phrases.pattern("not_meant").search(sentence.text)
        own_part = (
            Part(sentence.text[: cut.start()], sentence.start) if cut else sentence
        )
        claims += _numbers(own_part)
        claims += visits.claims_in(own_part, today)
        claims += visits.arrival_times(own_part)
        claims += _choices(own_part)
    return _corrected(claims, text)


def is_quote(key: str, words: str) -> bool:
    """Whether words are those of such a fact and nothing else: then they hold no name,
    and no figures but its own."""
    text = plain(words)
    own = claims_in(text, ANY_DAY)
    is_whole = any(
        claim.key == key and (claim.start, claim.end) == (0, len(text)) for claim in own
    )
    sources = [source for kind, _, source in _rules() if kind == key]
    if key == "visit_dates":
        sources.append("{date}")
    return is_whole or any(
        phrases.compiled(source).fullmatch(text) for source in sources
    )


def asks_nothing(text: str, claims: Sequence[Claim]) -> bool:
    """Whether nothing is left besides the claims but words that say nothing."""
    signs = list(text)
    for claim in claims:
        signs[claim.start : claim.end] = " " * (claim.end - claim.start)
    return (
        bool(claims) and phrases.pattern("small").fullmatch("".join(signs)) is not None
    )


def _corrected(claims: Sequence[Claim], text: str) -> list[Claim]:
    """Without what is said again behind a correction."""
    match = phrases.pattern("correction").search(text)
    if match is None:
        return list(claims)
    again = {claim.key for claim in claims if claim.end > match.start()}
    return [
        claim for claim in claims if claim.end > match.start() or claim.key not in again
    ]


def _parts(whole: Part, ends: patterns.Pattern) -> Iterator[Part]:
    """Each with the sign that ends it."""
    start = 0
    for match in ends.finditer(whole.text):
        yield Part(whole.text[start : match.end()], whole.start + start)
        start = match.end()
    if start < len(whole.text):
        yield Part(whole.text[start:], whole.start + start)


def _numbers(part: Part) -> Iterator[Claim]:
    yield from _company(part)
    for key in ("nights", "rooms"):
        for match in _first(part.text, (key,)):
            yield _claim(part, match, key, phrases.number(match[1]))
    for match in _first(part.text, ("ages", "ages_before")):
        yield from _ages(part, match)


def _ages(part: Part, first: patterns.Match) -> Iterator[Claim]:
    """All that follow one another: of two children, say."""
    ages, end = [phrases.number(first[1])], first.end()
    while match := phrases.pattern("more_ages").search(part.text[end:]):
        ages.append(phrases.number(match[1]))
        end += match.end()
    start = first.start() + part.start
    yield Claim("children_ages", ages, start, end + part.start, LIKELY)


def _company(part: Part) -> Iterator[Claim]:
    """How many come: the first piece that fits says it."""
    text = part.text
    if match := next(_first(text, ("adults_and_children", "few_with_children")), None):
        adults, children = (
            phrases.number(match[1]),
            phrases.number(match[2]),
        )
        yield _claim(part, match, "party_size", adults + children)
        yield _claim(part, match, "children", children)
    elif match := phrases.pattern("couple_with_children").search(text):
        children = phrases.number(match[1])
        yield _claim(part, match, "party_size", COUPLE + children)
        yield _claim(part, match, "children", children)
        yield _claim(part, match, "companions", ["partner"])
    elif match := phrases.pattern("alone").search(text):
        yield _claim(part, match, "party_size", 1)
        yield _claim(part, match, "companions", ["alone"])
    else:
        if match := phrases.pattern("self_and_others").search(text):
            yield _claim(part, match, "party_size", phrases.number(match[1]) + 1)
        yield from _people(part)


def _people(part: Part) -> Iterator[Claim]:
    sizes = _first(part.text, (*phrases.listed("party"), "adults"))
    size = max(sizes, key=_start, default=None)
    if size:
        yield _claim(part, size, "party_size", phrases.number(size[1]))
    if couple := phrases.pattern("couple").search(part.text):
        yield _claim(part, couple, "companions", ["partner"])
        if not size:
            yield _claim(part, couple, "party_size", COUPLE)
    for piece in ("family", "friends"):
        if match := phrases.pattern(piece).search(part.text):
            yield _claim(part, match, "companions", [piece])
    if match := phrases.pattern("with_children").search(part.text):
        yield _claim(part, match, "children", phrases.number(match[1]))


def _start(match: patterns.Match) -> int:
    return match.start()


def _first(text: str, pieces: Sequence[str]) -> Iterator[patterns.Match]:
    for piece in pieces:
        if match := phrases.pattern(piece).search(text):
            yield match


def _claim(part: Part, match: patterns.Match, key: str, value: Any) -> Claim:
    start, end = match.span()
    return Claim(key, value, start + part.start, end + part.start, LIKELY)


def _choices(sentence: Part) -> Iterator[Claim]:
    """A clause without a subject goes on with that of the clause before."""
    is_told = False
    for clause in _parts(sentence, phrases.pattern("clause_end")):
        if phrases.pattern("asks").search(clause.text):
            continue
        yield from wishes.claims_in(clause)
        for key, choice, source in _rules():
            match = _choice_pattern(source, is_told=is_told).search(clause.text)
            if match is None:
                continue
            is_told = True
            is_back = match["back"] is not None
            start, end = match.span("words")
            yield Claim(
                key,
                [choice] if fact_kinds.kinds()[key].is_list else choice,
                start + clause.start,
                end + clause.start,
                SURE,
                is_taken_back=is_back,
            )


@cache
def _choice_pattern(source: str, *, is_told: bool) -> patterns.Pattern:
    before = r"(?:{subject}|^\s*)" if is_told else "{subject}"
    back = phrases.page()["no_longer"]
    # The whole from the subject on is the guest's words for it.
    return phrases.compiled(
        rf"(?P<words>{before}{{fillers}}(?P<back>{back})?(?:{source}))"
    )


@cache
def _rules() -> tuple[tuple[str, str, str], ...]:
    """Kind, choice and the source of its pattern; the first that fits comes first."""
    kinds: Mapping[str, Mapping[str, str]] = phrases.page()["choices"]
    return tuple(
        (key, choice, source)
        for key, choices in kinds.items()
        for choice, source in choices.items()
    )
