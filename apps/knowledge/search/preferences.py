"""What guests tell of themselves, and how the records show that a row suits them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from apps.catalog.models import Amenity, Item
from apps.infrastructure import patterns
from apps.knowledge.models import Sentence
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import cuisines, limits, wish_words
from apps.knowledge.search import recorded_words
from apps.knowledge.search.known_guest import KnownGuest
from apps.knowledge.statements.index import StatementIndex
from apps.language.word_forms import stems

# How well a row suits; lists are sorted by it.
SUITS, NEUTRAL, UNSUITABLE = range(3)
# A child whose age nobody has told is younger.
CHILDHOOD_ENDS = 13
# Any room and any table is for so many.
COUPLE = 2
EATING = frozenset({Item.Kind.RESTAURANT})
ROOMS = frozenset({Item.Kind.ROOM})
VISITED = EATING | {Item.Kind.SHOW, Item.Kind.VENUE, Item.Kind.AMENITY}
_GROUPS = patterns.compile(r"\b(?:groups?|part(?:y|ies)|large)\b", "i")
_REFUSES_CHILDREN = patterns.compile(
    r"\b(?:no|not|without|adults?[- ]only|only adults)\b", "i"
)
# Places to drink, by their cuisine or sort.
_DRINKING = patterns.compile(
    r"\b(?:(?:cocktails?|wine|lobby) (?:bar|lounge)|night ?club|ultra lounge)\b", "i"
)
_ADULTS = patterns.compile(
    r"\b(?:adults?|grown-?ups?|(?:two|2) of us|for (?:two|2|me|myself)|alone)\b", "i"
)
_ACCESS = patterns.compile(
    r"\b(?:wheel ?chairs?|accessib\w+|step-free|ada|deaf|blind|hearing|"
    r"service (?:dog|animal)s?)\b",
    "i",
)
_RATE = patterns.compile(r"\$([\d,]+)")


@dataclass(frozen=True)
class Candidate:
    """A row of a list, with its sentences by field."""

    item_id: int
    kind: str
    sentences: Mapping[str, Sentence]

    def value(self, name: str) -> str:
        sentence = self.sentences.get(name)
        return str(sentence["value"]) if sentence else ""


Candidates = Sequence[Candidate]
Grades = Callable[[Candidates, KnownGuest, StatementIndex], list[int]]


@dataclass(frozen=True)
class Preference:
    """reason: its id. kinds: of the rows that it orders. fields: of a row of a grade,
    that shows why it stands there.

    is_replaced: whether the question itself says something of it. grades: of each row,
    from `SUITS` to `UNSUITABLE`.
    """

    reason: str
    kinds: Collection[str]
    fields: Mapping[int, str]
    is_known: Callable[[KnownGuest], object]
    is_replaced: Callable[[str, PropertySnapshot], object]
    grades: Grades


def _grades_of_needs(
    key: str, rows: Candidates, guest: KnownGuest, index: StatementIndex
) -> list[int]:
    """A row has to meet every need that records name."""
    recorded = filter(None, guest.needs[key].values())
    naming = [recorded_words.rows_naming(index, wordings) for wordings in recorded]
    suitable = naming[0].intersection(*naming)
    return [SUITS if row.item_id in suitable else NEUTRAL for row in rows]


def _grades_of_avoided(
    rows: Candidates, guest: KnownGuest, index: StatementIndex
) -> list[int]:
    serving = recorded_words.rows_naming(index, guest.avoided)
    return [UNSUITABLE if row.item_id in serving else NEUTRAL for row in rows]


def _each(grade: Callable[[Candidate, KnownGuest], int]) -> Grades:
    return lambda rows, guest, index: [grade(row, guest) for row in rows]


def _of_cuisines(row: Candidate, guest: KnownGuest) -> int:
    """By the cuisine itself: a dish among many makes no kitchen."""
    own = {*stems(row.value("cuisine"))}
    liked = (stems(word) for own in guest.needs["cuisines"].values() for word in own)
    return SUITS if any(own >= {*words} for words in liked) else NEUTRAL


def _of_children(row: Candidate, guest: KnownGuest) -> int:
    years = row.value("minimum_age")
    if years.isdigit() and guest.youngest is not None and int(years) > guest.youngest:
        return UNSUITABLE
    if any(_DRINKING.search(row.value(name)) for name in ("cuisine", "sort")):
        return UNSUITABLE
    kids = row.value("kids")
    is_for_families = row.value("sort") == Amenity.Sort.FAMILY.label
    is_welcome = bool(kids) and not _REFUSES_CHILDREN.search(kids)
    return SUITS if is_for_families or is_welcome else NEUTRAL


def _of_enough_beds(
    rows: Candidates, guest: KnownGuest, index: StatementIndex
) -> list[int]:
    return _of_beds(rows, guest.people_in_room)


def _of_most_beds(
    rows: Candidates, guest: KnownGuest, index: StatementIndex
) -> list[int]:
    """Where no room has enough for all."""
    most = max(
        (recorded_words.people_in_beds(row.value("beds")) for row in rows), default=0
    )
    is_needed = COUPLE < most < guest.people_in_room
    return _of_beds(rows, most) if is_needed else [NEUTRAL] * len(rows)


def _of_beds(rows: Candidates, people: int) -> list[int]:
    """Those that sleep so many come first."""
    return [
        SUITS if recorded_words.people_in_beds(row.value("beds")) >= people else NEUTRAL
        for row in rows
    ]


def _of_groups(row: Candidate, guest: KnownGuest) -> int:
    return SUITS if _GROUPS.search(row.value("reservations")) else NEUTRAL


def _of_budget(row: Candidate, guest: KnownGuest) -> int:
    """What has its rate on request is the dearest, as a rule."""
    rate = _RATE.search(row.value("rate_from"))
    if not rate:
        return UNSUITABLE
    is_within = int(rate[1].replace(",", "")) <= guest.nightly_budget
    return SUITS if is_within else NEUTRAL


def _asks_for_dish(text: str, snapshot: PropertySnapshot) -> bool:
    return bool(cuisines.dishes(text, cuisines.words(snapshot.cuisines)))


def _names_company(text: str, snapshot: PropertySnapshot) -> object:
    return limits.read(text).company or _ADULTS.search(text)


def _names_price(text: str, snapshot: PropertySnapshot) -> object:
    has_word = any(words.search(text) for words in (*wish_words.PRICES, _RATE))
    return has_word or limits.read(text).price


def _names(*words: patterns.Pattern) -> Callable[[str, PropertySnapshot], object]:
    return lambda text, snapshot: any(own.search(text) for own in words)


def _has_need(key: str) -> Callable[[KnownGuest], object]:
    return lambda guest: any(guest.needs.get(key, {}).values())


def _needing(
    key: str,
    kinds: Collection[str],
    is_replaced: Callable[[str, PropertySnapshot], object],
) -> Preference:
    grades = partial(_grades_of_needs, key)
    return Preference(key, kinds, {}, _has_need(key), is_replaced, grades)


def _of_party(reason: str, grades: Grades) -> Preference:
    fields = {SUITS: "beds"}
    return Preference(reason, ROOMS, fields, _is_party, _names_company, grades)


def _is_party(guest: KnownGuest) -> bool:
    return guest.people_in_room > COUPLE


# What cannot be done without comes before what is liked.
NEEDS = (
    _needing("accessibility", VISITED | ROOMS, _names(_ACCESS)),
    _needing("dietary_needs", EATING, _names(wish_words.DIET)),
)
PREFERENCES = (
    *NEEDS,
    Preference(
        "avoided",
        EATING,
        {},
        lambda guest: guest.avoided,
        lambda text, snapshot: False,
        _grades_of_avoided,
    ),
    Preference(
        "children",
        VISITED,
        {SUITS: "kids", UNSUITABLE: "minimum_age"},
        lambda guest: guest.youngest is not None,
        _names(wish_words.FAMILY, wish_words.OCCASION, _ADULTS),
        _each(_of_children),
    ),
    _of_party("party_beds", _of_enough_beds),
    _of_party("party_most_beds", _of_most_beds),
    Preference(
        "party_groups",
        EATING,
        {SUITS: "reservations"},
        lambda guest: guest.people >= limits.LARGE_COMPANY,
        _names_company,
        _each(_of_groups),
    ),
    Preference(
        "budget",
        ROOMS,
        {SUITS: "rate_from"},
        lambda guest: guest.nightly_budget,
        _names_price,
        _each(_of_budget),
    ),
    Preference(
        "cuisines",
        EATING,
        {},
        _has_need("cuisines"),
        _asks_for_dish,
        _each(_of_cuisines),
    ),
)
