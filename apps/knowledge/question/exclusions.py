"""What a guest does not want: "anything but steak", "somewhere not too loud"."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.statements.index import StatementIndex
from apps.language.vocabulary import synonyms
from apps.language.word_forms import content, stems

# Fields that say what sort of place a row is; a dish among many does not rule it out.
FIELDS_OF_SORT = frozenset({"cuisine", "sort", "genre"})

# What stands before the word that is ruled out, and is no part of it.
_FILLER = r"(?:(?:an?|the|any|too|so|that|very|really|super|crazy|overly) )*"
_EXCEPT = patterns.compile(
    r"(\b(?:any(?:thing|where|one)?|every(?:thing|where)?|all|some(?:thing|where)?|"
    r"places?|food|meals?|eat|dinners?|supper|lunch|brunch|breakfast|restaurants?|"
    r"shows?|spots?|options?)\b[^,.?!;]{0,24}?)"
    r"\b(?:but (?:not|no|without)|but|except(?: for)?|besides|other than|apart from|"
    rf"that'?s not|that isn'?t|that is not|not|no|without) {_FILLER}([a-z'-]+)",
    "i",
)
_NOT = patterns.compile(
    r"([,;] *|\b(?:and|or|nor) +)(?:but )?(?:not|no|without|nothing) "
    rf"{_FILLER}([a-z'-]+)",
    "i",
)
# "Not Italian, what is there for lunch?"; "nada" and "pas" are not translated alone.
_FIRST = patterns.compile(
    r"^(\W*)(?:not|no|nothing|without|nada|pas) "
    rf"(?:(?:de|of) )?{_FILLER}([a-z'-]+)(?: please)?",
    "i",
    behind=" *[,;]",
)
# What guests add of themselves: which rows respect it is told apart.
_ALLERGY = patterns.compile(
    r"(?:^|[,;.]) *(?:(?:and|as|because|since) )?(?:i|i'm|we|he|she|my|our|one of us)\b"
    r"[^,;.?!]*\b(?:allerg\w+|coeliac|celiac|intoleran\w+)\b[^,;.?!]*",
    "i",
)
_ENDS = " .,;!?"
_ALL = (_FIRST, _EXCEPT, _NOT)
# "Neither Italian nor burgers"; of Spanish and French, words that are not translated.
_NEITHER = patterns.compile(
    r"[,;]? *\b(?:(?:neither|nor|ni|sin)\b|(?:pas|nada)(?: (?:of|de))?\b)", "i"
)
# "Not too expensive" is a wish for a price, which is read elsewhere; so is "without
# breaking the bank".
_OF_PRICE = frozenset(
    {"expensive", "pricey", "pricy", "fancy", "dear", "costly", "breaking"}
)


def words(text: str) -> frozenset[str]:
    """Stems of what an English question excludes."""
    text = _one_by_one(text)
    excluded = (match[2] for pattern in _ALL for match in pattern.finditer(text))
    return frozenset(
        stem
        for word in excluded
        if word.lower() not in _OF_PRICE
        for stem in content(stems(word))
    )


def without(text: str) -> str:
    """What is wanted: "anything but steak" is anything."""
    text = _one_by_one(_ALLERGY.sub("", text) or text)
    for pattern in _ALL:
        text = pattern.sub(_without_exclusion, text)
    return text


def is_all(text: str) -> bool:
    """Whether a text says what is not wanted and nothing else: "not Italian"."""
    return bool(alone(text)) and not content(stems(without(f"{text.strip(_ENDS)},")))


def alone(text: str) -> frozenset[str]:
    """As `words`, of a text that may be nothing but "not Italian"."""
    return words(f"{text.strip(_ENDS)},")


def _one_by_one(text: str) -> str:
    """ ", not Italian, not burgers" of "neither Italian nor burgers"."""
    return str(_NEITHER.sub(", not", text))


def _without_exclusion(match: patterns.Match) -> str:
    return str(match[0] if match[2].lower() in _OF_PRICE else match[1])


def rows(index: StatementIndex, excluded: frozenset[str]) -> frozenset[int]:
    """Ids of the rows whose name or sort is one of the excluded words."""
    if not excluded:
        return frozenset()
    table = synonyms.synonyms()
    forms = excluded.union(*(table.get(word, frozenset()) for word in excluded))
    # Who wants nothing Italian wants no pizza.
    forms |= {word for word, same in table.items() if same & excluded}
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
