"""Counted nouns: "two rooms", "our three sons", "the baby", "no kids"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

PEOPLE, ADULTS, COUPLES = "people", "adults", "couples"
CHILDREN, KIN, SELF = "children", "kin", "self"
ROOMS, NIGHTS, DAYS = "rooms", "nights", "days"
WEEKS, FORTNIGHTS = "weeks", "fortnights"
# In the order in which a noun is looked up: "adult people" are adults.
NOUNS = (
    *(NIGHTS, FORTNIGHTS, ROOMS, ADULTS, CHILDREN, COUPLES, KIN, PEOPLE, WEEKS, DAYS),
)
TOTALS = (PEOPLE, ADULTS, COUPLES)
_PHRASE = (
    r"\b(?:(?P<lead>{mine}|{the}|{none})\s+)?(?:(?P<num>{num}|{a})[ -]+)?"
    r"(?:(?P<part>{part})\s+)?(?:(?:{adjectives})[ -]+){0,2}"
    r"(?P<noun>{nights}|{fortnights}|{adults}|{people}|{children}|{couples}|{kin}|"
    r"{rooms}|{weeks}|{days})\b"
)
_LABELLED = (
    r"\b(?P<noun>{adults}|{people}|{children}|{rooms}|{nights})\s*[:=]\s*(?P<num>{num})"
    r"(?:\s*$|\s*[,.;(/|]|\s+and\b)"
)
_RANGE_BEFORE = r"\b{num}\s*(?:{or}|{to})\s*$|{between_numbers}\s+{num}\s+{and}\s*$"
_RANGE_BEHIND = r"^\s*(?:,\s*{or}(?: maybe| perhaps)?|{or}|{to})\s*{num}\b"
# "Two nights or maybe three".
_OR_MORE = r"^,?\s+(?:{or})\s+(?:[a-z]+\s+)?{num}\b"
RANGE_REACH = 40
_CUT_BEFORE = patterns.compile(r"[\d.,:/$€£#-]$")
_CUT_BEHIND = patterns.compile(r"^(?:[.,:/]?\d|[.,]?\d*[%°])")
_NUMBER_SIGNS = frozenset("$€£#/.,:0123456789-")


@dataclass(frozen=True)
class Phrase:
    """A counted noun. count: None where it is not said: "my kids". is_numbered: the
    count is written as a number or an article."""

    noun: str
    word: str
    lead: str
    count: int | None
    start: int
    end: int
    is_article: bool = False
    is_part: bool = False
    is_plural: bool = False
    is_numbered: bool = False


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether figures are only a part of a number: the 2 of "2.5"."""
    if not text[start:end].isdigit():
        return False
    before, behind = text[max(start - 1, 0) : start], text[end : end + 2]
    return bool(_CUT_BEFORE.search(before) or _CUT_BEHIND.search(behind))


def is_of_range(text: str, start: int, end: int, grammar: Grammar) -> bool:
    """Whether a number is one of two: "3 or 4", "between 8 and 10", "two to three"."""
    before = grammar.built("range_before", _RANGE_BEFORE)
    behind = grammar.built("range_behind", _RANGE_BEHIND)
    nearest = text[max(start - RANGE_REACH, 0) : start]
    following = text[end : end + RANGE_REACH]
    return bool(before.search(nearest) or behind.search(following))


def phrases_in(segment: Segment) -> Iterator[Phrase]:
    grammar, text = segment.grammar, segment.text
    for match in grammar.built("phrase", _PHRASE).finditer(text):
        phrase = _phrase(match, grammar, text)
        after = text[phrase.end :]
        if _is_of_nobody(phrase, grammar, after):
            continue
        if phrase.is_numbered and segment.before("labelled", phrase.start):
            continue
        is_former = segment.before("not_kin", match.start("noun"))
        if phrase.noun in (KIN, CHILDREN) and (is_former or _is_owner(grammar, after)):
            continue
        yield phrase


def all_in(segment: Segment) -> list[Phrase]:
    """In their order; a noun with its number behind it counts once."""
    labelled = list(_labelled(segment))
    phrases = [
        phrase
        for phrase in phrases_in(segment)
        if not any(label.start <= phrase.start < label.end for label in labelled)
    ]
    return sorted([*phrases, *labelled], key=lambda phrase: phrase.start)


def _labelled(segment: Segment) -> Iterator[Phrase]:
    """ "Adults: 2", "rooms = 1", as forms have them."""
    pattern = segment.grammar.built("labelled_count", _LABELLED)
    ages = segment.grammar.built("listed_ages", r"^\s*(?:,|{and})\s*\d+\s*(?:$|[,.;)])")
    for match in pattern.finditer(segment.text):
        noun = _noun(match["noun"], segment.grammar.language)
        # "Kids: 3, 7" says how old they are.
        if noun == CHILDREN and ages.search(segment.text[match.end("num") :]):
            continue
        count = segment.grammar.number(match["num"])
        span = match.start(), match.end("num")
        yield Phrase(noun, match["noun"], "", count, *span, False, False, True, True)


def _is_owner(grammar: Grammar, after: str) -> bool:
    """ "My daughter's friend", and not "my daughter's coming"."""
    if grammar.pattern("owned").search(after) is None:
        return False
    return grammar.pattern("is_not_owned").search(after) is None


def _is_of_nobody(phrase: Phrase, grammar: Grammar, after: str) -> bool:
    """Whether a noun only describes the next: "a senior discount", "an 8 person suite";
    "one child ticket" is for a child."""
    if phrase.noun == PEOPLE and not phrase.is_plural:
        return grammar.pattern("sized").search(after) is not None
    if phrase.is_numbered and grammar.pattern("tickets").search(after):
        return False
    if phrase.noun == COUPLES and phrase.is_article and _are_few_things(grammar, after):
        return True
    is_of_few = phrase.is_article or phrase.noun in (CHILDREN, COUPLES, KIN)
    return is_of_few and grammar.pattern("compound").search(after) is not None


def _are_few_things(grammar: Grammar, after: str) -> bool:
    """ "A couple pillows", and not "a couple needs"."""
    match = grammar.pattern("few_things").search(after)
    if match is None:
        return False
    return grammar.pattern("no_things").fullmatch(match["thing"]) is None


def _phrase(match: patterns.Match, grammar: Grammar, text: str) -> Phrase:
    word, num, lead = match["noun"], match["num"] or "", match["lead"] or ""
    noun = _noun(word, grammar.language)
    if noun == CHILDREN and _are_grown(match, grammar, text):
        noun = PEOPLE
    is_article = bool(num) and grammar.pattern("a").fullmatch(num) is not None
    is_plural = grammar.pattern("plural").search(word) is not None
    count = 1 if is_article else grammar.number(num) if num else None
    if num and text[max(match.start("num") - 1, 0)] in _NUMBER_SIGNS:
        count = None if match.start("num") else count
    if num and not is_article:
        more = grammar.built("or_more", _OR_MORE)
        is_range = is_of_range(text, *match.span("num"), grammar)
        is_range = is_range or more.search(text[match.end() :]) is not None
        count = None if is_range else count
    if grammar.pattern("apiece").search(text[match.end() :]):
        count = None
    if lead and grammar.pattern("none").fullmatch(lead):
        count = 0
    if not num and count is None and noun in (CHILDREN, KIN):
        is_pair = is_plural and grammar.pattern("pair").search(match[0])
        count = None if is_plural and not is_pair else 2 if is_pair else 1
    part = match["part"] is not None
    is_numbered = bool(num) and count is not None
    return Phrase(
        noun, word, lead, count, *match.span(), is_article, part, is_plural, is_numbered
    )


def _are_grown(match: patterns.Match, grammar: Grammar, text: str) -> bool:
    """Whether "girls" are the guests themselves: "we're 14 girls"."""
    if grammar.pattern("girls").fullmatch(match["noun"]) is None:
        return False
    before = text[max(match.start() - RANGE_REACH, 0) : match.start()]
    return grammar.pattern("girls_before").search(before) is not None


@lru_cache(maxsize=1024)
def _noun(word: str, language: str) -> str:
    grammar = grammars.of_language(language)
    return next(noun for noun in NOUNS if grammar.pattern(noun).fullmatch(word))
