"""Which catalog row a conversation is about.

Most questions do not name their place ("Is there parking?"): the history decides. The
newest mention of a row's name or alias, by guest or concierge, wins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

# Below this length a misspelt name is too easily another word.
SHORTEST_FUZZY = 7
SHORTEST_NAME = 3
FUZZY_SCORE = 90


@dataclass(frozen=True)
class Name:
    """One way to call a row; `words` is the name as `normal` writes it."""

    item_id: int
    kind: str
    title: str
    words: str


@dataclass(frozen=True)
class Mention:
    """Where a text names a row."""

    name: Name
    end: int


def normal(text: str) -> str:
    """Lower-case words without accents and punctuation, padded with blanks."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"['\u2019]", "", plain.lower()).replace("&", " and ")
    return f" {' '.join(re.findall(r'[a-z0-9]+', plain))} "


def names(rows: Iterable[tuple[int, str, str, Sequence[str]]]) -> list[Name]:
    """Names of rows given as (id, kind, name, aliases), the longest first."""
    found = [
        Name(item_id, kind, title, normal(spelling).strip())
        for item_id, kind, title, aliases in rows
        for spelling in {title, *aliases}
    ]
    found = [name for name in found if len(name.words) >= SHORTEST_NAME]
    return sorted(found, key=lambda name: (-len(name.words), name.item_id))


def mentions(text: str, known: Sequence[Name]) -> list[Mention]:
    """Rows that a text names, in the order of the text; longer names win."""
    rest, found = normal(text), []
    for name in known:
        start = rest.find(f" {name.words} ")
        if start >= 0:
            found.append(Mention(name, start + len(name.words)))
            blank = " " * (len(name.words) + 2)
            rest = rest[:start] + blank + rest[start + len(blank) :]
    found = found or _misspelt(rest, known)
    found.sort(key=lambda mention: mention.end)
    return list({mention.name.item_id: mention for mention in found}.values())


def _misspelt(text: str, known: Sequence[Name]) -> list[Mention]:
    best: tuple[float, Mention] | None = None
    for name in known:
        if len(name.words) < SHORTEST_FUZZY or len(name.words) > len(text):
            continue
        match = fuzz.partial_ratio_alignment(name.words, text, score_cutoff=FUZZY_SCORE)
        if match and (best is None or match.score > best[0]):
            best = (match.score, Mention(name, match.dest_end))
    return [best[1]] if best else []


def newest(texts: Iterable[str], known: Sequence[Name]) -> Name | None:
    """The row named last, looking from the newest text (given first) backwards."""
    for text in texts:
        if found := mentions(text, known):
            return found[-1].name
    return None
