"""Which catalog row a conversation is about.

Most questions do not name their place ("Is there parking?"): the history decides. The
newest mention of a row's name or alias, by guest or concierge, wins.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from apps.infrastructure import patterns

# Below this length a misspelt name is too easily another word.
SHORTEST_FUZZY = 6
SHORTEST_NAME = 3
SHORTEST_CORE = 6
FUZZY_SCORE = 88
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

# British and joined spellings, as this module writes them.
SPELLINGS = {
    "bnb": "b and b",
    "centre": "center",
    "guesthouse": "guest house",
    "guesthouses": "guest house",
    "steakhouse": "steak house",
    "theatre": "theater",
}
GENITIVE = patterns.compile(r"'s\b")
WORD = patterns.compile(r"[a-z0-9]+")
RUN = patterns.compile(r"\S+")
# "41 Warkworth Street" is an address, not the Warkworth House.
LONGEST_ADDRESS = 16
IN_ADDRESS = patterns.compile(
    r"(street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd)\b"
)


@dataclass(frozen=True)
class Name:
    """One way to call a row; `words` is the name as `normal` writes it.

    `is_core` marks a name without its generic words, which is weaker evidence.
    """

    item_id: int
    kind: str
    title: str
    words: str
    is_core: bool = False


@dataclass(frozen=True)
class Mention:
    """Where a text names a row."""

    name: Name
    end: int


def normal(text: str) -> str:
    """Lower-case words without accents, punctuation and genitives, in blanks.

    Words that are spelt in two ways are written in one of them.
    """
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    plain = plain.encode("ascii", "ignore").decode().lower()
    plain = GENITIVE.sub("", plain).replace("'", "")
    words = WORD.findall(plain.replace("&", " and "))
    return f" {' '.join(SPELLINGS.get(word, word) for word in words)} "


def names(rows: Iterable[tuple[int, str, str, Sequence[str]]]) -> list[Name]:
    """Names of rows given as (id, kind, name, aliases), the longest first.

    A name without its generic words ("Gonville" for "Gonville Hotel") counts too,
    as long as it is one row's alone.
    """
    said = [
        Name(item_id, kind, title, normal(spelling).strip())
        for item_id, kind, title, aliases in rows
        for spelling in {title, *aliases}
    ]
    said += _cores(said)
    said = [name for name in said if len(name.words) >= SHORTEST_NAME]
    return sorted(said, key=lambda name: (-len(name.words), name.item_id))


def _cores(said: Sequence[Name]) -> list[Name]:
    owners: dict[str, dict[int, Name]] = {}
    for name in said:
        if name.words != normal(name.title).strip():
            continue  # an alias is said as it is or not at all
        words = [word for word in name.words.split() if word not in GENERIC]
        core = " ".join(words)
        if len(core) >= SHORTEST_CORE and core != name.words:
            short = replace(name, words=core, is_core=True)
            owners.setdefault(core, {})[name.item_id] = short
    taken = {name.words for name in said}
    return [
        name
        for core, rows in owners.items()
        if core not in taken
        for name in rows.values()
        if _is_its_own(name, said)
    ]


def _is_its_own(core: Name, said: Sequence[Name]) -> bool:
    """Whether no other row has all these words in one of its names."""
    words = set(core.words.split())
    others = (name for name in said if name.item_id != core.item_id)
    return not any(words <= set(name.words.split()) for name in others)


class Known:
    """The names of a property, sorted for looking them up again and again.

    by_count: names long and own enough to be misspelt, by their number of words.
    """

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = tuple(names)
        self.by_count: dict[int, tuple[list[str], list[Name]]] = {}
        for name in names:
            if len(name.words) >= SHORTEST_FUZZY and not _is_generic(name):
                count = name.words.count(" ") + 1
                spellings, rows = self.by_count.setdefault(count, ([], []))
                spellings.append(name.words)
                rows.append(name)


def mentions(text: str, known: Known, exact: bool = False) -> list[Mention]:
    """Rows that a text names, in the order of the text; longer names win.

    exact: a misspelt name is none.
    """
    rest, found = normal(text), []
    for name in known.names:
        start = rest.find(f" {name.words} ")
        after = start + len(name.words) + 2
        if start >= 0 and not (
            name.is_core and IN_ADDRESS.match(rest[after : after + LONGEST_ADDRESS])
        ):
            found.append(Mention(name, start + len(name.words)))
            blank = " " * (len(name.words) + 2)
            rest = rest[:start] + blank + rest[start + len(blank) :]
    whole = [mention for mention in found if not mention.name.is_core]
    found = whole or found or ([] if exact else _misspelt(rest, known))
    found.sort(key=lambda mention: mention.end)
    return list({mention.name.item_id: mention for mention in found}.values())


def _misspelt(text: str, known: Known) -> list[Mention]:
    """The one name that some words of the text nearly spell, if there is one."""
    best: tuple[float, Mention] | None = None
    for count, (spellings, rows) in known.by_count.items():
        # One word more or less: "Allen Bell" is the Allenbell.
        for window, end in _windows(text, count - 1, count, count + 1):
            match = process.extractOne(
                window, spellings, scorer=fuzz.ratio, score_cutoff=FUZZY_SCORE
            )
            if match and (best is None or match[1] > best[0]):
                best = (match[1], Mention(rows[match[2]], end))
    return [best[1]] if best else []


def _is_generic(name: Name) -> bool:
    """Whether too little of a name is its own for a near miss to mean it."""
    own = "".join(word for word in name.words.split() if word not in GENERIC)
    return len(own) < SHORTEST_CORE


def _windows(text: str, *counts: int) -> Iterator[tuple[str, int]]:
    """Every run of that many words, with the place where it ends."""
    words = list(RUN.finditer(text))
    for count in filter(None, counts):
        for last in range(count - 1, len(words)):
            first = words[last - count + 1].start()
            yield text[first : words[last].end()], words[last].end()


def newest(texts: Iterable[str], find: Callable[[str], list[Mention]]) -> Name | None:
    """The row named last, looking from the newest text (given first) backwards."""
    for text in texts:
        if found := find(text):
            return found[-1].name
    return None
