"""Days of a month in words: "the third of May", "June the sixth", "el tres de mayo"."""

from __future__ import annotations

from functools import cache

from apps.guests.extraction.grammar import Grammar
from apps.infrastructure import patterns

FIGURES = r"\d{1,2}"
# "The fourteenth" alone is as often a floor or a time: it needs what leads to a day.
_ALONE_ENDS = "^(?:{end}|{range})"
_BEFORE_REACH = 20


@cache
def source(grammar: Grammar) -> str:
    """Figures, or the words that the language has for days of a month."""
    return f"{FIGURES}|{words(grammar)}"


@cache
def words(grammar: Grammar) -> str:
    spelled = sorted(grammar.table("spelled_days"), key=len, reverse=True)
    return "|".join(word.replace(" ", "[ -]") for word in spelled)


def number(text: str, grammar: Grammar) -> int:
    if text.isdigit():
        return int(text)
    return int(grammar.table("spelled_days")[text.replace("-", " ")])


def is_doubtful(match: patterns.Match, text: str, grammar: Grammar) -> bool:
    """Whether a word for a day may count or order something else: "we may first eat",
    "the second room". match: of the pattern of `day_points`."""
    if not grammar.has("is_month_first"):
        return False
    if (day := match["d8"]) and not day.isdigit():
        before = text[max(match.start() - _BEFORE_REACH, 0) : match.start()]
        leads = grammar.pattern("leads_to_day").search(before) is not None
        ends = grammar.built("ends_of_day", _ALONE_ENDS)
        return not leads or ends.search(text[match.end() :]) is None
    if (day := match["d3"]) and not day.isdigit():
        return grammar.built("of_month", r"\b{of}\b").search(match[0]) is None
    day = match["d2"] or match["d5"] or ""
    if not day or day.isdigit():
        return False
    has_article = grammar.built("article", r"\b{the_day}\b").search(match[0])
    month = match["m2"] or ""
    is_verb = grammar.pattern("doubtful_month").fullmatch(month) is not None
    return has_article is None and (is_verb or not month)
