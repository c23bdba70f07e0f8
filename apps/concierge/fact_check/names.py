"""Finds names in a text: runs of capitalised words that no sentence begins with."""

from __future__ import annotations

from collections.abc import Iterator

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

# Languages that capitalise names and little else.
CHECKED = frozenset({"en", "es", "pt", "fr", "it"})
_RUN = patterns.compile(
    r"[A-Z\u00c0-\u00de][\w'\u2019&-]*(?:(?:\s+(?:of|the|at|and|de|del|la|el|a|y|&|'n'))*"
    r"\s+[A-Z\u00c0-\u00de][\w'\u2019&-]*)*"
)
_SENTENCE_START = patterns.compile(
    r"(^|[.!?:;\n\"\u201c(\u00a1\u00bf*]|\]|^-|\n-)\s*(\W\s*)?$"
)
_AND = patterns.compile(r"\s+(?:and|at|y|&)\s+")
_SPACES = patterns.compile(r"\s+")
_THE = patterns.compile(r"^the\s+")
_NO_LETTER = patterns.compile(r"(?:'s|\u2019s|[^\w-])")
_CAPITALISED = """
i im ill ive ai id ok tv dj dvd atm atms vip us usa uk am pm god mr mrs ms sir madam
american express visa mastercard wifi wi-fi internet english spanish thanksgiving
christmas easter halloween new year eve day north south east west
"""
_PLAIN = frozenset(_CAPITALISED.split())
_BEGINNINGS = """
a also an and are as ask at before after both but by can check come consider dinner
lunch breakfast brunch discover do does drop enjoy experience explore find for from go
guests have head here i if in is it join just like look make meet my near next no
nearby of on open or our perhaps please see since so start stay stop take tell that
the then there these they this those tonight today tomorrow try until upstairs visit
we what when where while with yes you your el la los las en pruebe visite para con hay
"""
_STARTERS = frozenset(_BEGINNINGS.split())
_LONGEST_ACRONYM = 3


def find(text: str) -> Iterator[patterns.Match]:
    """Runs such as `Michael Jordan's Steak House`."""
    return _RUN.finditer(text)


def parts(run: str) -> list[str]:
    """`Ballo` and `Wolf Den` of "Ballo and Wolf Den"."""
    return _AND.split(run)


def is_free(run: str, before: str) -> bool:
    """Whether nothing in the run has to be a name: "Dinner", "On Friday", "ATM"."""
    words = _SPACES.split(run)
    if _SENTENCE_START.search(before):
        words = words[1:]
    return all(_is_plain(word) for word in words)


def without_first(run: str, before: str) -> str:
    """`Ballo` of "Enjoy Ballo" where a sentence begins; else nothing."""
    first, _, following = run.partition(" ")
    if not _SENTENCE_START.search(before) or first.lower() not in _STARTERS:
        return ""
    return _THE.sub("", following)


def _is_plain(word: str) -> bool:
    bare = _NO_LETTER.sub("", word).lower()
    is_acronym = word.isupper() and len(bare) <= _LONGEST_ACRONYM
    return (
        is_acronym
        or bare in _PLAIN
        or bare in numerals.MONTHS
        or bare in numerals.WEEKDAYS
        or bare.isdigit()
    )
