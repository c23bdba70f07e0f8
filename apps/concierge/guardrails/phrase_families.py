"""Families of phrases, read from `families/` and matched in linear time by RE2.

A page holds `families`, each with what they `say` and the harmless phrases that look
like it (`unless`), in the language of `phrases`; further `slots`, an `unless` for the
whole page, `spellings` (how a word of the phrases is misspelt), and `marked` families,
which are RE2 for text that keeps its punctuation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from apps.concierge.guardrails import phrase_syntax
from apps.infrastructure import patterns, yaml_files
from apps.infrastructure.patterns import Pattern

FOLDER = Path(__file__).with_name("families")
# In `word*` and `words?` the sign belongs to the last letter: left as they are.
_WORD = patterns.compile(r"([a-z]+)([*?]?)")
Source = dict[str, Any]
_MEMORY = 32 << 20
_CUT = " _ "


@dataclass(frozen=True, slots=True)
class Family:
    """Phrases of one meaning, and the harmless phrases that look like them."""

    name: str
    says: Pattern
    unless: Pattern | None = None

    def is_meant(self, text: str) -> bool:
        """Whether a text that says it still does when the harmless phrases are cut."""
        return not self.unless or bool(self.says.search(self.unless.sub(_CUT, text)))


class Families:
    """The families of a category in one way of writing, searched for together."""

    def __init__(
        self, source: Source, slots: phrase_syntax.Slots, write: phrase_syntax.Writer
    ) -> None:
        """`unless` of a page holds for all its families."""
        always = source.get("unless", [])
        entries = source["families"]
        self._says = patterns.choices(
            ([write(phrase, slots) for phrase in entry["say"]] for entry in entries),
            memory=_MEMORY,
        )
        self.families = tuple(
            Family(entry["name"], says, _unless(entry, always, slots, write))
            for entry, says in zip(entries, self._says.patterns, strict=True)
        )

    def matching(self, text: str) -> Iterator[Family]:
        """In the order of the page."""
        for index in self._says.matching(text):
            if self.families[index].is_meant(text):
                yield self.families[index]


class Page:
    """One category: for words, for words run together, for text with its signs."""

    def __init__(self, category: str) -> None:
        self._category = category
        source, slots = self._read()
        signs = {"families": source.get("marked", ())}
        self.spaced = Families(source, slots, phrase_syntax.spaced)
        self.marked = Families(signs, slots, phrase_syntax.as_written)

    @cached_property
    def squeezed(self) -> Families:
        """Seldom needed and as large as the rest: made when a message needs it."""
        return Families(*self._read(), phrase_syntax.squeezed)

    def _read(self) -> tuple[Source, phrase_syntax.Slots]:
        source = _yaml(self._category)
        slots = _yaml("slots") | source.get("slots", {})
        spellings = source.get("spellings")
        if not spellings:
            return source, slots
        families = _respelt(source["families"], spellings)
        return source | {"families": families}, _respelt(slots, spellings)


@lru_cache
def page(category: str) -> Page:
    return Page(category)


def shared_slots() -> phrase_syntax.Slots:
    """The words that several categories share, by the name of their slot."""
    return _yaml("slots")


def _respelt(part: Any, spellings: dict[str, list[str]]) -> Any:
    """Lists and mappings of phrases that know each word in its misspellings too."""

    def respelt_word(match: patterns.Match) -> str:
        choices = [match[1], *spellings.get(match[1], [])]
        is_left = match[2] or len(choices) == 1
        return match[0] if is_left else f"({'|'.join(choices)})"

    def respelt(part: Any) -> Any:
        if isinstance(part, str):
            has_word = any(word in part for word in spellings)
            return _WORD.sub(respelt_word, part) if has_word else part
        if isinstance(part, list):
            return [respelt(each) for each in part]
        return {key: v if key == "name" else respelt(v) for key, v in part.items()}

    return respelt(part)


def _unless(
    entry: Source,
    always: Sequence[str],
    slots: phrase_syntax.Slots,
    write: phrase_syntax.Writer,
) -> Pattern | None:
    phrases = [write(phrase, slots) for phrase in [*entry.get("unless", []), *always]]
    return patterns.choice(phrases, memory=_MEMORY) if phrases else None


@lru_cache
def _yaml(name: str) -> Source:
    source: Source = yaml_files.read(FOLDER / f"{name}.yaml")
    return source
