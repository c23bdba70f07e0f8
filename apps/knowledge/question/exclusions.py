"""What a guest does not want: "anything but steak", "somewhere not too loud"."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.statements.index import StatementIndex
from apps.language.vocabulary import synonyms
from apps.language.word_forms import content, stems

# Fields that say what sort of place a row is; a dish among many does not rule it out.
FIELDS_OF_SORT = frozenset({"cuisine", "sort", "genre"})

_EXCEPT = patterns.compile(
    r"(\b(?:any(?:thing|where|one)?|every(?:thing|where)?|all|some(?:thing|where)?|"
    r"places?|food|restaurants?|shows?|spots?|options?)\b[^,.?!;]{0,24}?)"
    r"\b(?:but|except(?: for)?|besides|other than|apart from|that'?s not|"
    r"that is not|not|no)\s+(?:(?:an?|the|any|too|so|very)\s+)?([a-z'-]+)",
    "i",
)
_NOT = patterns.compile(
    r"([,;]\s*|\b(?:and|or|nor)\s+)(?:but\s+)?(?:not|no|without)\s+(?:an?\s+)?([a-z'-]+)",
    "i",
)


def words(text: str) -> frozenset[str]:
    """Stems of what an English question excludes."""
    excluded = (
        match[2] for pattern in (_EXCEPT, _NOT) for match in pattern.finditer(text)
    )
    return frozenset(stem for word in excluded for stem in content(stems(word)))


def without(text: str) -> str:
    """What is wanted: "anything but steak" is anything."""
    text = _EXCEPT.sub(lambda match: match[1], text)
    return _NOT.sub(lambda match: match[1], text)


def rows(index: StatementIndex, excluded: frozenset[str]) -> frozenset[int]:
    """Ids of the rows whose name or sort is one of the excluded words."""
    if not excluded:
        return frozenset()
    table = synonyms.synonyms()
    forms = excluded.union(*(table.get(word, frozenset()) for word in excluded))
    statements = [
        index.statements[place]
        for form in forms
        for place in index.holders.get(form, ())
    ]
    by_sort = frozenset(
        row.item_id for row in statements if row.field in FIELDS_OF_SORT
    )
    by_name = (row for row, own in index.row_words.items() if own & excluded)
    return by_sort.union(by_name)
