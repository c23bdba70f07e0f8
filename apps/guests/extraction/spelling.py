"""A message as it would be spelt: short forms written out, misspelt words repaired.

What is taken from it is quoted from the message itself, so each sign of the repaired
text knows where it comes from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.grammar import Grammar
from apps.infrastructure import patterns
from apps.language import chat_language, normalise
from apps.language.spelling import vocabulary, word_lists
from apps.language.spelling.speller import Speller
from apps.language.spelling.vocabulary import Vocabulary

# Tables of the grammar whose words are closed lists as well.
TABLES = ("months", "weekdays", "numbers", "relative")
MAX_WORDS = 8192
_LONG_WORD = patterns.compile(r"\w{8,}")


@dataclass(frozen=True)
class Change:
    """A word of the message that is read as another. Offsets: start and end in the
    repaired text, and in the message."""

    start: int
    end: int
    typed_start: int
    typed_end: int


@dataclass(frozen=True)
class Spelling:
    """text: repaired. changes: in their order."""

    text: str
    changes: tuple[Change, ...] = ()

    def typed_span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the message the words of a span of the text stand; whole words."""
        if not self.changes:
            return start, end
        return self._typed(start, is_end=False), self._typed(end, is_end=True)

    def _typed(self, index: int, *, is_end: bool) -> int:
        starts = [change.start for change in self.changes]
        number = bisect_right(starts, index - is_end) - 1
        if number < 0:
            return index
        change = self.changes[number]
        if index - is_end < change.end:
            return change.typed_end if is_end else change.typed_start
        return index - change.end + change.typed_end


def repaired(message: str, grammar: Grammar) -> Spelling:
    """The message with plain words; names that the guest gives himself stay."""
    if all(_is_plain(word, grammar.language) for word in message.split()):
        return Spelling(message)
    pieces: list[str] = []
    changes: list[Change] = []
    length = end = 0
    for start, stop, word in _words(message, grammar):
        if word == message[start:stop]:
            continue
        before = message[end:start]
        length += len(before)
        changes.append(Change(length, length + len(word), start, stop))
        pieces += [before, word]
        length, end = length + len(word), stop
    return Spelling("".join([*pieces, message[end:]]), tuple(changes))


@lru_cache(maxsize=MAX_WORDS)
def _is_plain(word: str, language: str) -> bool:
    """Whether a word stays as it is, wherever it stands."""
    words = _words(word, grammars.of_language(language))
    return all(word[start:stop] == full for start, stop, full in words)


def _words(message: str, grammar: Grammar) -> Iterator[tuple[int, int, str]]:
    language = grammar.language
    if language not in word_lists.LANGUAGES:
        yield from _closed_words_repaired(message, language)
        return
    keep = _names(message, grammar)
    for start, stop, word in _speller(language).words(message, keep):
        typed = message[start:stop].lower()
        full = "" if typed in keep else chat_language.full_form(typed, language)
        # The grammar knows "don't" and "dont" as they are.
        is_denial = full.endswith(" not") or not typed.isalnum()
        yield start, stop, word if is_denial else full or word


def _closed_words_repaired(
    message: str, language: str
) -> Iterator[tuple[int, int, str]]:
    """For a language whose other words are not known."""
    for match in _LONG_WORD.finditer(message):
        yield *match.span(), _nearest(match[0], language)


@lru_cache(maxsize=2048)
def _nearest(typed: str, language: str) -> str:
    """The word of a closed list that one slip makes it, not in its ending."""
    plain, words = normalise.folded(typed), _closed_words(language).words
    if plain in words:
        return typed
    match = process.extractOne(plain, words.keys(), scorer=OSA.distance, score_cutoff=1)
    if match is None:
        return typed
    is_slip = match[0][0] == plain[0] and match[0][-2:] == plain[-2:]
    return words[match[0]] if is_slip else typed


def _names(message: str, grammar: Grammar) -> frozenset[str]:
    plain = grammars.plain(message)
    matches = (pattern.search(plain) for pattern in grammar.each("name"))
    return frozenset(
        word for match in matches if match for word in match["name"].split()
    )


@cache
def _speller(language: str) -> Speller:
    """With the words of all closed lists."""
    return Speller(language, _closed_words(language))


@cache
def _closed_words(language: str) -> Vocabulary:
    own = grammars.of_language(language)
    choices = [
        choice
        for kind in fact_kinds.kinds().values()
        for choice in kind.choices.values()
    ]
    words = [
        word
        for choice in choices
        for by_language in (choice.words, choice.avoided)
        for word in by_language.get(language, ())
    ]
    return vocabulary.of(
        [*words, *(word for name in TABLES for word in own.table(name))]
    )
