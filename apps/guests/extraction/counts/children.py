"""Children who come along: how old they are, and which of them stay at home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.guests import fact_kinds
from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

MONTHS = 12
_AGES = (
    r"(?P<list>(?:{num})(?:(?:\s*,\s*(?:(?:{and})\s+)?|"
    r"\s+(?:{and})\s+(?:{a}\s+)?)(?:{num}))*)"
)
KEYS = ("children", "children_ages")


def age_claims(segment: Segment) -> Iterator[Claim]:
    grammar, text = segment.grammar, segment.text
    yield from _denied(segment)
    yield from _of_babies(segment)
    of_children = grammar.built(
        "ages", rf"{{ages_before}}{_AGES}\b(?P<years>{{years}})?"
    )
    for match in of_children.finditer(text) if segment.is_own else ():
        yield from _age_claims(segment, match, is_sure=bool(match["years"]))
    if grammar.has("years_alone"):
        in_years = grammar.built("ages_alone", rf"\b{_AGES}{{years}}")
        for match in in_years.finditer(text):
            is_own_age = segment.before("own_age", match.start())
            is_of_party = segment.is_own or segment.before("for_child", match.start())
            if (
                is_of_party
                and not is_own_age
                and not grammar.pattern("no_child").search(text)
            ):
                yield from _age_claims(segment, match, is_sure=True)


def _denied(segment: Segment) -> Iterator[Claim]:
    """ "My kids aren't 5 and 7 any more"."""
    pattern = segment.grammar.built("ages_no_more", rf"{{ages_denied}}{_AGES}\b")
    for match in pattern.finditer(segment.text):
        ages = _numbers(segment, match["list"])
        yield Claim("children_ages", ages, *match.span(), is_taken_back=True)


def _of_babies(segment: Segment) -> Iterator[Claim]:
    """ "My 18 month old" and "the baby is 8 months" are one year old, and none."""
    if not segment.is_own:
        return
    source = rf"(?:\b{_AGES}{{months_old}}|{{ages_before}}{_AGES}{{months_of_age}})"
    pattern = segment.grammar.built("ages_in_months", source)
    # "The little one is 14 months": its "one" is no age.
    ages = segment.grammar.built(
        "listed_months", rf"{_AGES}(?:{{months_old}}|{{months_of_age}})$"
    )
    for match in pattern.finditer(segment.text):
        last = ages.search(match[0])
        numbers = _numbers(segment, last["list"] if last else match[0])
        years = {months // MONTHS for months in numbers}
        yield Claim("children_ages", sorted(years), *match.span())


def _numbers(segment: Segment, text: str) -> list[int]:
    grammar = segment.grammar
    numbers = grammar.built("numbers_alone", r"\b({num})\b").findall(text)
    return sorted({grammar.number(number) for number in numbers})


def _age_claims(
    segment: Segment, match: patterns.Match, *, is_sure: bool
) -> Iterator[Claim]:
    grammar = segment.grammar
    ages = _numbers(segment, match["list"])
    after = segment.text[match.end() :]
    ends = grammar.built("ends", "^{end}").search(after) is not None
    has_verb = grammar.pattern("age_verb").search(match[0]) is not None
    is_list = has_verb or len(ages) > 1 or not after.strip(" .!)")
    # "Adults: 2, children: 1" says how many.
    is_count = len(ages) == 1 and match[0].partition(match["list"])[0].endswith(": ")
    is_verbal = has_verb and grammar.pattern("no_age").search(after) is None
    is_told = is_sure or is_verbal or (ends and is_list and not is_count)
    if segment.before("age_limit", match.start("list")):
        return
    if is_told and max(ages) < fact_kinds.CHILDHOOD_ENDS:
        yield Claim("children_ages", ages, match.start("list"), match.end("list"))


def at_home(segment: Segment) -> Iterator[Claim]:
    """ "The kids are not coming after all" takes back how many and how old they are."""
    match = segment.grammar.pattern("children_at_home").search(segment.text)
    if match and "?" not in segment.clause(match.start()).text:
        for key in KEYS:
            yield Claim(key, [], *match.span(), is_taken_back=True)


def without_ages(claims: Sequence[Claim]) -> list[Claim]:
    """ "No kids" takes back how old they are as well."""
    none_come = [
        claim for claim in claims if claim.key == "children" and not claim.value
    ]
    counted = [claim for claim in none_come if not claim.is_taken_back]
    has_ages = any(claim.key == "children_ages" for claim in claims)
    if has_ages or not counted:
        return list(claims)
    start, end = counted[-1].start, counted[-1].end
    return [*claims, Claim("children_ages", [], start, end, is_taken_back=True)]
