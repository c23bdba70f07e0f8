"""One misspelt word: which word was meant, where that is beyond doubt."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import groupby

from rapidfuzz import process
from rapidfuzz.distance import OSA

from apps.language.normalise import folded
from apps.language.spelling import edits, vocabulary, word_lists
from apps.language.spelling.vocabulary import Vocabulary

SHORTEST = 4
UNKNOWN_RANK = 1_000_000
# Words below this rank are used by everybody.
COMMON_RANK = 6_000
# Rarer words are known, but no misspelt word is taken for one; short ones by length.
PLAUSIBLE_RANK = 15_000
_PLAUSIBLE_RANKS = {4: 2_000, 5: 6_000}
# Rarer words may be slips in words that are talked about.
CERTAIN_RANK = 22_000
# The dearest typo that is repaired, by the length of the word; see `edits`.
_LIMITS = {4: 0.6, 5: 0.85, 6: 1.0, 7: 1.4, 8: 1.5}
LONGEST_LIMIT = 2.0
# The same for a word that is known, or may be a name.
GUARDED_LIMIT = 0.55
# The same for two common words in one.
COMPOUND_LIMIT = 1.0
# How much likelier the best reading must be than the next one.
MARGIN = 0.12
# Added to the cost of a typo: for a word that nobody talks about, and for a rare one.
NOT_TALKED_ABOUT, RARITY, RARITY_TALKED_ABOUT = 0.25, 0.1, 0.05
FREQUENT = 50
MAX_EDITS = 3
PER_EDIT = 4
MAX_CANDIDATES = 8
LONGEST_ENDING = 2
_LONG_RUN = 3
# Endings that make another form of a word, which no list need hold.
_ENDINGS = {
    "en": ("s",),
    "es": ("s", "es", "se", "me", "nos", "lo", "la"),
    "fr": ("s", "e", "es"),
}
_PREFIXES = ("co", "mini", "mid", "multi", "non", "over", "pre", "re", "un", "under")
_Groups = dict[tuple[str, int], list[str]]


class WordRepair:
    """For words of one language; the words of `talked_about` are right too."""

    def __init__(self, language: str, talked_about: Vocabulary) -> None:
        self._language = language
        self._ranks = word_lists.ranks(language)
        self._known_ranks = [self._ranks, word_lists.ranks("en")]
        self._likely_words = talked_about | vocabulary.of_hotels(language)
        self._likely_by_letter = _by_letter(self._likely_words.words)
        self._likely_by_length = _by_length(self._likely_words.words)
        self._common_by_letter = _common_words(language)

    def repaired(self, word: str, is_name: bool = False) -> str:
        """is_name: it may be the name of anything, and is seldom another word."""
        typed = folded(word)
        if not typed.isascii() or typed in self._likely_words.words:
            return word
        usual_form = (
            self._shortened(typed)
            or self._likely_words.pairs.get(typed)
            or self._with_dropped_g(typed)
        )
        if usual_form or self._is_known(typed):
            return usual_form or word
        is_rare = any(typed in ranks for ranks in self._known_ranks)
        if is_name or is_rare:
            return self._repair(typed, GUARDED_LIMIT, is_guarded=True) or word
        if self._is_compound(typed):
            return self._repair(typed, COMPOUND_LIMIT, is_guarded=True) or word
        return self._repair(typed, _LIMITS.get(len(typed), LONGEST_LIMIT)) or word

    def _is_known(self, typed: str) -> bool:
        is_certain = any(
            ranks.get(typed, UNKNOWN_RANK) < CERTAIN_RANK for ranks in self._known_ranks
        )
        return is_certain or self._is_form(typed)

    def _shortened(self, typed: str) -> str:
        """`please` for `pleeease`."""
        runs = ["".join(run) for _, run in groupby(typed)]
        if max(map(len, runs)) < _LONG_RUN:
            return ""
        readings = [
            "".join(run if len(run) < _LONG_RUN else run[:length] for run in runs)
            for length in (2, 1)
        ]
        usual = [word for word in readings if self._rank(word) < PLAUSIBLE_RANK]
        return min(usual, key=self._rank, default="")

    def _with_dropped_g(self, typed: str) -> str:
        """`playing` for `playin`, which lists of spoken words hold as well."""
        if self._language != "en" or not typed.endswith("in"):
            return ""
        if len(typed) <= SHORTEST or self._rank(typed + "g") >= COMMON_RANK:
            return ""
        return typed + "g" if self._rank(typed + "g") < self._rank(typed) else ""

    def _rank(self, word: str) -> int:
        if word in self._likely_words.words:
            return 0
        return self._ranks.get(word, UNKNOWN_RANK)

    def _repair(self, typed: str, limit: float, is_guarded: bool = False) -> str:
        """The word that was meant, or nothing where that is not clear.

        is_guarded: only a word that is talked about may be meant.
        """
        readings = sorted(
            (typo + self._rarity(word), typo, word)
            for word in self._candidates(typed)
            if (typo := edits.cost(typed, word)) <= limit + MARGIN
        )
        if not readings:
            return ""
        best, typo, word = readings[0]
        if typo > limit or not self._may_be_meant(word, is_guarded):
            return ""
        if self._is_inflection(typed, word):
            return ""
        rivals = [score for score, _, form in readings[1:] if not _is_kin(word, form)]
        is_clear = not rivals or rivals[0] - best >= MARGIN
        return self._likely_words.words.get(word, word) if is_clear else ""

    def _may_be_meant(self, word: str, is_guarded: bool) -> bool:
        if word in self._likely_words.words:
            return True
        last_rank = _PLAUSIBLE_RANKS.get(len(word), PLAUSIBLE_RANK)
        return not is_guarded and self._ranks[word] < last_rank

    def _candidates(self, typed: str) -> list[str]:
        most_edits = min(MAX_EDITS, 1 + len(typed) // PER_EDIT)
        words = []
        for length in range(len(typed) - most_edits, len(typed) + most_edits + 1):
            for groups in (self._likely_by_letter, self._common_by_letter):
                group = groups.get((typed[0], length), [])
                words += _nearest(typed, group, most_edits)
            if len(typed) > SHORTEST and abs(length - len(typed)) <= 1:
                words += _nearest(typed, self._likely_by_length.get(length, []), 1)
        return list(dict.fromkeys(words))

    def _rarity(self, word: str) -> float:
        """Added to the cost of a typo: little for a word that is talked about."""
        rarity = math.log10(1 + self._ranks.get(word, PLAUSIBLE_RANK) / FREQUENT)
        if word in self._likely_words.words:
            return RARITY_TALKED_ABOUT * rarity
        return NOT_TALKED_ABOUT + RARITY * rarity

    def _is_form(self, typed: str) -> bool:
        """Whether it is a plural, or another form, of a word that everybody knows."""
        endings = _ENDINGS[self._language]
        stems = [typed.removesuffix(end) for end in endings if typed.endswith(end)]
        if any(self._rank(stem) < UNKNOWN_RANK for stem in stems):
            return True
        if any(self._rank(word) < COMMON_RANK for word in _without_prefix(typed)):
            return True
        is_plural = typed.endswith("s")
        return not is_plural and any(
            typed + end in self._likely_words.words for end in endings
        )

    def _is_inflection(self, typed: str, word: str) -> bool:
        """Whether only the ending differs: Spanish verbs have many."""
        is_ending = typed[:-1] == word[:-1] and {typed[-1], word[-1]} <= set("aeo")
        return self._language == "es" and is_ending

    def _is_compound(self, typed: str) -> bool:
        """Whether it is two common words in one: `waterslide` is no misspelt word."""
        return any(
            max(self._rank(typed[:at]), self._rank(typed[at:])) < COMMON_RANK
            for at in range(SHORTEST, len(typed) - SHORTEST + 1)
        )


def _without_prefix(typed: str) -> list[str]:
    """`working` of `coworking`."""
    words = [
        typed.removeprefix(start) for start in _PREFIXES if typed.startswith(start)
    ]
    return [word for word in words if len(word) > SHORTEST]


def _nearest(typed: str, words: list[str], most_edits: int) -> list[str]:
    matches = process.extract(
        typed, words, scorer=OSA.distance, score_cutoff=most_edits, limit=MAX_CANDIDATES
    )
    return [match[0] for match in matches]


@cache
def _common_words(language: str) -> _Groups:
    """Words that anybody may have meant, in groups as `_by_letter` makes them."""
    ranks = word_lists.ranks(language)
    return _by_letter(word for word, rank in ranks.items() if rank < PLAUSIBLE_RANK)


def _by_letter(words: Iterable[str]) -> _Groups:
    """Words by their first letter and their length."""
    groups: _Groups = {}
    for word in dict.fromkeys(words):
        if len(word) >= SHORTEST:
            groups.setdefault((word[0], len(word)), []).append(word)
    return groups


def _by_length(words: Iterable[str]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for word in words:
        if len(word) >= SHORTEST:
            groups.setdefault(len(word), []).append(word)
    return groups


def _is_kin(word: str, form: str) -> bool:
    """Whether two words differ by an ending: either reading would do."""
    shorter, longer = sorted((word, form), key=len)
    return (
        longer.startswith(shorter[:-1]) and len(longer) - len(shorter) <= LONGEST_ENDING
    )
