"""The rows that a text names, in full, misspelt or in part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz, process

from apps.infrastructure import patterns
from apps.knowledge.question.row_names import GENERIC, Name, NameIndex, normalised
from apps.language.spelling import word_lists
from apps.language.word_forms import stem

FUZZY_SCORE = 88
# Words before this rank are common: text that consists of them is spelt as it is meant.
COMMON_RANK = 20_000
RUN = patterns.compile(r"\S+")
# "41 Warkworth Street" is an address, not the Warkworth House.
LONGEST_ADDRESS = 16
IN_ADDRESS = patterns.compile(
    r"(street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd)\b"
)
# "The steakhouse", "the indoor pool": up to three words that may name a row in part.
PART = patterns.compile(r"\bthe ((?:[a-z0-9]+ ?){1,3})")
SHORTEST_PART = 3
# Words of names that are common elsewhere too.
_EVERYDAY = """
best day days evening first free game games gaming hours last live main music new next
night nights old one open other resort second service show shows sun third time tonight
week weekend what world
"""
EVERYDAY = frozenset(_EVERYDAY.split())
# "Can the kids swim?" names no place, though "the kids club" may.
GUESTS = frozenset({"children", "families", "family", "kids"})


@dataclass(frozen=True)
class Mention:
    """A name in a text, and the offset where it ends."""

    name: Name
    end: int


def find(text: str, index: NameIndex, exact: bool = False) -> list[Mention]:
    """Rows that a text names, in the order of the text; longer names win.

    exact: misspelt names do not count.
    """
    mentions = _spelt(normalised(text), index)
    whole = [mention for mention in mentions if not mention.name.is_core]
    mentions = whole or mentions
    if not mentions and not exact:
        mentions = _misspelt(normalised(text), index)
        mentions = mentions or _inflected(normalised(text), index)
    mentions.sort(key=lambda mention: mention.end)
    return list({mention.name.item_id: mention for mention in mentions}.values())


def exact_names(text: str, index: NameIndex) -> list[Name]:
    return [mention.name for mention in find(text, index, exact=True)]


def find_part(
    text: str, index: NameIndex, sorts: Sequence[tuple[Name, str]] = ()
) -> tuple[str, list[Name]]:
    """The part of a name that follows "the" in a text, and the rows that have it.

    `steak house` and the steak houses of "When does the steakhouse close?"; ("", [])
    where no name holds the words. `sorts` are rows with what they are, such as a spa.
    """
    for match in PART.finditer(normalised(text)):
        words = match[1].split()
        for count in range(len(words), 0, -1):
            part, following = " ".join(words[:count]), words[count : count + 1]
            is_of_guests = part in GUESTS and not GENERIC.issuperset(following or [""])
            is_telling = _is_telling(words[:count]) and not is_of_guests
            rows = _holders(part, index, sorts) if is_telling else []
            if rows:
                return part, rows
    return "", []


def _spelt(text: str, index: NameIndex) -> list[Mention]:
    mentions = []
    for name in index.names:
        start = text.find(name.between_spaces)
        after = start + len(name.words) + 2
        if start >= 0 and not (
            name.is_core and IN_ADDRESS.match(text[after : after + LONGEST_ADDRESS])
        ):
            mentions.append(Mention(name, start + len(name.words)))
            # No shorter name may be found in the same words.
            text = text[:start] + " " * (after - start) + text[after:]
    return mentions


def _misspelt(text: str, index: NameIndex) -> list[Mention]:
    """The one name that some words of the text nearly spell, if there is one."""
    best: tuple[float, Mention] | None = None
    words = [match.span() for match in RUN.finditer(text)]
    for count, (spellings, names) in index.by_word_count.items():
        # One word more or less: "Allen Bell" is the Allenbell.
        windows = list(_windows(words, count - 1, count, count + 1))
        if not windows:
            continue
        scores = process.cdist(
            [text[start:end] for start, end in windows],
            spellings,
            scorer=fuzz.ratio,
            score_cutoff=FUZZY_SCORE,
            dtype=np.float64,
        )
        window, spelling = divmod(int(scores.argmax()), len(spellings))
        score = float(scores[window, spelling])
        start, end = windows[window]
        if not _may_be_misspelt(text[start:end].split(), spellings[spelling].split()):
            continue
        if score and (best is None or score > best[0]):
            best = (score, Mention(names[spelling], windows[window][1]))
    return [best[1]] if best else []


def _may_be_misspelt(words: Sequence[str], name_words: Sequence[str]) -> bool:
    """Whether nobody writes these words but for the name: "all italian restaurants" are
    no Ballo Italian Restaurant."""
    ranks = word_lists.ranks("en")
    if any(ranks.get(word, COMMON_RANK) >= COMMON_RANK for word in words):
        return True
    initials = {word[0] for word in words}
    return all(word[0] in initials for word in name_words)


def _inflected(text: str, index: NameIndex) -> list[Mention]:
    """The one row with another form of a word of the text as its name: bowling, of
    "how old must I be to bowl?"."""
    mentions = [
        Mention(index.by_stem[stem(word[0])], word.end())
        for word in RUN.finditer(text)
        if word[0] not in EVERYDAY and stem(word[0]) in index.by_stem
    ]
    rows = {mention.name.item_id for mention in mentions}
    return mentions[:1] if len(rows) == 1 else []


def _windows(
    words: Sequence[tuple[int, int]], *counts: int
) -> Iterator[tuple[int, int]]:
    """The offsets of every run of that many words."""
    for count in filter(None, counts):
        for last in range(count - 1, len(words)):
            yield words[last - count + 1][0], words[last][1]


def _holders(
    part: str, index: NameIndex, sorts: Sequence[tuple[Name, str]]
) -> list[Name]:
    whole_names = [name for name in index.names if not name.is_core]
    rows = [name for name in whole_names if f" {part} " in f" {name.words} "]
    rows += [name for name, sort in sorts if f" {part} " in normalised(sort)]
    return list({name.item_id: name for name in reversed(rows)}.values())[::-1]


def _is_telling(words: Sequence[str]) -> bool:
    """Whether one of the words could only be part of a name or of a kind of place."""
    specific = [word for word in words if word not in GENERIC | EVERYDAY]
    return any(len(word) >= SHORTEST_PART for word in specific)
