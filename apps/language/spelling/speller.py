"""Repairs the misspelt words of a text."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import lru_cache

from apps.infrastructure import patterns
from apps.language.spelling.vocabulary import Vocabulary
from apps.language.spelling.word_repair import SHORTEST, WordRepair

_TOKEN = patterns.compile(r"\w+(?:['\u2019]\w+)*")
_STOPS = (".", "!", "?", ":", "\n", "\u00bf", "\u00a1")
# "l'ascenseur", "qu'on": the word comes after the sign.
LONGEST_ELISION = 2
MAX_WORDS = 4096


class Speller:
    """For texts of one language; the words of `talked_about` are right too."""

    def __init__(self, language: str, talked_about: Vocabulary) -> None:
        repair = WordRepair(language, talked_about)
        self.repaired: Callable[..., str] = lru_cache(MAX_WORDS)(repair.repaired)

    def text(self, text: str, keep: Container[str] = ()) -> str:
        """The text with its misspelt words repaired, except those to keep."""
        pieces, end = [], 0
        for start, stop, word in self.words(text, keep):
            pieces += [text[end:start], word]
            end = stop
        return "".join([*pieces, text[end:]])

    def words(
        self, text: str, keep: Container[str] = ()
    ) -> Iterator[tuple[int, int, str]]:
        """Where each word of the text begins and ends, and the word repaired."""
        is_shouted, end = text.isupper(), 0
        for token in _TOKEN.finditer(text):
            before = text[end : token.start()]
            begins = not end or any(stop in before for stop in _STOPS)
            is_name = token[0][0].isupper() and not begins and not is_shouted
            yield *token.span(), self._token(str(token[0]), keep, is_name)
            end = token.end()

    def _token(self, token: str, keep: Container[str], is_name: bool) -> str:
        """The word of a token: `resturant` in `resturant's` and in `l'resturant`."""
        head, sign, tail = token.replace("\u2019", "'").rpartition("'")
        if not sign:
            return self._word(token, keep, is_name)
        if tail == "s":
            return self._token(head, keep, is_name) + "'s"
        if len(head) <= LONGEST_ELISION:
            return head + sign + self._word(tail, keep, is_name)
        return token

    def _word(self, word: str, keep: Container[str], is_name: bool) -> str:
        if len(word) < SHORTEST or not word.isalpha() or word.lower() in keep:
            return word
        repaired = self.repaired(word, is_name)
        return repaired[0].upper() + repaired[1:] if word[0].isupper() else repaired
