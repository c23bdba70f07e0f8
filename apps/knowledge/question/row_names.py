"""The names of a property's rows, and the ways in which guests write them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from apps.infrastructure import patterns
from apps.language.word_forms import EMPTY, stem

# Below this length a misspelt name is too easily another word.
SHORTEST_FUZZY = 6
SHORTEST_NAME = 3
SHORTEST_CORE = 6
MAX_TEXTS = 1024
# Words that say what a place is, not which one.
GENERIC = frozenset(
    {
        "a",
        "an",
        "and",
        "at",
        "b",
        "bar",
        "bed",
        "bistro",
        "breakfast",
        "by",
        "cafe",
        "casino",
        "center",
        "club",
        "food",
        "for",
        "grill",
        "guest",
        "hotel",
        "house",
        "in",
        "inn",
        "kitchen",
        "lodge",
        "lounge",
        "of",
        "on",
        "pizzeria",
        "place",
        "restaurant",
        "room",
        "rooms",
        "spa",
        "suite",
        "the",
        "theater",
        "to",
        "tower",
        "trattoria",
    }
)

# British and joined spellings, and the one that `normalised` writes.
SPELLINGS = {
    "bnb": "b and b",
    "centre": "center",
    "childcare": "child care",
    "guesthouse": "guest house",
    "guesthouses": "guest house",
    "steakhouse": "steak house",
    "theatre": "theater",
}
GENITIVE = patterns.compile(r"'s\b")
WORD = patterns.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Name:
    """One way to call a row; `words` is the name as `normalised` writes it.

    `is_core` marks a name without its generic words, which is weaker evidence.
    """

    item_id: int
    kind: str
    title: str
    words: str
    is_core: bool = False

    @cached_property
    def between_spaces(self) -> str:
        """As it stands in a text that is `normalised`."""
        return f" {self.words} "


@lru_cache(MAX_TEXTS)
def normalised(text: str) -> str:
    """Lower-case words without accents, punctuation and genitives, between spaces.

    Words with two spellings get the same one.
    """
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    plain = plain.encode("ascii", "ignore").decode().lower()
    plain = GENITIVE.sub("", plain).replace("'", "")
    words = WORD.findall(plain.replace("&", " and "))
    return f" {' '.join(SPELLINGS.get(word, word) for word in words)} "


def without(text: str, words: str) -> str:
    """The text without a name, however it is written there: "Bow & Arrow".

    words: the name as `normalised` writes it.
    """
    runs, count = text.split(), len(words.split())
    for start in range(len(runs)):
        for end in range(start + 1, start + count + 1):
            if normalised(" ".join(runs[start:end])).strip() == words:
                return " ".join((*runs[:start], *runs[end:]))
    return text


def words_in(names: Iterable[str]) -> frozenset[str]:
    """All words of these names, normalised."""
    return frozenset(word for name in names for word in normalised(name).split())


def of(rows: Iterable[tuple[int, str, str, Sequence[str]]]) -> list[Name]:
    """Names of rows given as (id, kind, name, aliases), the longest first.

    A name without its generic words ("Gonville" for "Gonville Hotel") counts too,
    as long as no other row shares it.
    """
    names = [
        Name(item_id, kind, title, words)
        for item_id, kind, title, aliases in rows
        for words in {own for name in (title, *aliases) for own in _spellings(name)}
    ]
    names += _cores(names)
    return sorted(names, key=lambda name: (-len(name.words), name.item_id))


def _spellings(name: str) -> Iterator[str]:
    """As `normalised` writes the name, and as guests do who leave out apostrophes.

    "MJ's" may be written as "MJs" and is long enough, however it is written.
    """
    words, without_sign = normalised(name).strip(), name.replace("\u2019", "'")
    is_genitive = bool(GENITIVE.search(without_sign.lower()))
    is_short_genitive = is_genitive and len(words) > 1 and stem(words) not in EMPTY
    if len(words) >= SHORTEST_NAME or is_short_genitive:
        yield words
    if is_genitive:
        yield normalised(without_sign.replace("'", "")).strip()


class NameIndex:
    """The names of a property, sorted for many look-ups.

    by_word_count: (spellings, names) of the names that may be misspelt. by_stem: names
    of one word that are those of one row alone.
    """

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = tuple(names)
        self.by_stem = _of_one_word(self.names)
        self.by_word_count: dict[int, tuple[list[str], list[Name]]] = {}
        for name in names:
            if len(name.words) >= SHORTEST_FUZZY and not _is_generic(name):
                count = name.words.count(" ") + 1
                spellings, owners = self.by_word_count.setdefault(count, ([], []))
                spellings.append(name.words)
                owners.append(name)


def _of_one_word(names: Sequence[Name]) -> dict[str, Name]:
    by_stem: dict[str, Name] = {}
    owners: dict[str, set[int]] = {}
    for name in names:
        if " " not in name.words and not name.is_core and name.words not in GENERIC:
            by_stem[stem(name.words)] = name
            owners.setdefault(stem(name.words), set()).add(name.item_id)
    return {word: name for word, name in by_stem.items() if len(owners[word]) == 1}


def _cores(names: Sequence[Name]) -> list[Name]:
    owners: dict[str, dict[int, Name]] = {}
    for name in names:
        if name.words != normalised(name.title).strip():
            continue  # an alias counts only as a whole
        core = " ".join(_specific_words(name))
        if len(core) >= SHORTEST_CORE and core != name.words:
            short = replace(name, words=core, is_core=True)
            owners.setdefault(core, {})[name.item_id] = short
    whole_names = {name.words for name in names}
    return [
        name
        for core, rows in owners.items()
        if core not in whole_names
        for name in rows.values()
        if _is_unique(name, names)
    ]


def _is_unique(core: Name, names: Sequence[Name]) -> bool:
    """Whether no other row has all these words in one of its names."""
    words = set(core.words.split())
    of_other_rows = (name for name in names if name.item_id != core.item_id)
    return not any(words <= set(name.words.split()) for name in of_other_rows)


def _is_generic(name: Name) -> bool:
    """Whether too little of a name is specific for a near miss to mean it."""
    return len("".join(_specific_words(name))) < SHORTEST_CORE


def _specific_words(name: Name) -> list[str]:
    return [word for word in name.words.split() if word not in GENERIC]
