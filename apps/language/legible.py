"""Words that a guest has disguised or spelt apart, as a person reads them.

"w h e r e i s t h e p o o l" and "wh3r3 1s th3 p00l" are questions like any other. The
frequent words of a language say where its words end, and which language it is.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from apps.infrastructure import patterns
from apps.language import obfuscation
from apps.language.normalise import folded
from apps.language.spelling import word_lists

READ_CHARS = 400
LATIN_ENDS = "\u0250"
# So many letters stand alone, and so large a share of the words is a letter.
LEAST_LETTERS = 5
LETTERS_SHARE = 0.5
# The mean cost of a letter, in nats: a sentence has about 2, letters at random over 4.
MOST_COST = 3.2
LONGEST_WORD = 16
_WORD_COST = 2.5
_LETTER_COST = 5.5
_LETTERS = {"en": "ai", "es": "ayoe", "fr": "ay"}
_WORD = patterns.compile(r"[^\W_]+")
_SIGN = r"[\d@$€!]"
_DISGUISED = patterns.compile(rf"(?:\pL|{_SIGN})*[\pL\d@$€]", "a")
_MIXED = patterns.compile(rf"\pL{_SIGN}|{_SIGN}\pL", "a")
_INSIDE = patterns.compile(rf"\pL{_SIGN}+\pL", "a")
# "5pm", "3rd", "2x": figures with a unit.
_MEASURE = patterns.compile(
    r"\$?\d+(?:am|pm|a|p|st|nd|rd|th|h|hrs?|k|m|mins?|yo|yrs?|ft|sq|x|d|g|gb|usd|eur)+"
    r"|[$€]\d+\w*",
    "i",
)
# "b4", "mp3", "room4": no disguise alone, and one among others that are disguised.
_NUMBERED = patterns.compile(r"[a-z]+\d+", "i")
_LEAST_DISGUISED = 2
# One disguised word is enough where its signs stand inside and it is as long.
_LONG = 4


@lru_cache(maxsize=512)
def text(written: str) -> str:
    """The message in plain words; unchanged where it is not disguised."""
    return plain(written)


def plain(written: str, names: Container[str] = ()) -> str:
    """The same; words of `names`, in lower case, stay."""
    is_latin = written.isascii() or all(map(_is_latin, written))
    if len(written) > READ_CHARS or not is_latin:
        return written
    if _are_spelt_apart(written):
        return _joined(written)
    return _undisguised(written, names) if _MIXED.search(written) else written


def _is_latin(sign: str) -> bool:
    """Letters of other scripts are neither spelt apart nor written as figures."""
    return not sign.isalpha() or sign < LATIN_ENDS


def _are_spelt_apart(written: str) -> bool:
    words = _WORD.findall(written)
    letters = [word for word in words if len(word) == 1 and word.isalpha()]
    is_many = len(letters) >= LEAST_LETTERS
    return is_many and len(letters) > LETTERS_SHARE * len(words)


def _joined(written: str) -> str:
    if not (pushed := obfuscation.unspaced(written)):
        return written
    texts = (_in_words(pushed, language) for language in word_lists.LANGUAGES)
    best = min(filter(None, texts), default=None)
    return best[1] if best else written


def _in_words(pushed: str, language: str) -> tuple[float, str] | None:
    """The cost of a letter, and the text in the language's words; None for no words."""
    cost, letters, pieces, end = 0.0, 0, list[str](), 0
    for token in _WORD.finditer(pushed):
        words = _cheapest(token[0], language)
        if words is None:
            return None
        cost, letters = cost + words[0], letters + len(token[0])
        pieces += [pushed[end : token.start()], words[1]]
        end = token.end()
    mean = cost / (letters or 1)
    text = " ".join("".join([*pieces, pushed[end:]]).split())
    return (mean, text) if mean <= MOST_COST else None


def _cheapest(token: str, language: str) -> tuple[float, str] | None:
    """The likeliest words that the letters of a token make together."""
    best: list[tuple[float, str] | None] = [(0.0, "")]
    for end in range(1, len(token) + 1):
        ways = (
            (before[0] + cost, f"{before[1]} {token[start:end]}".strip())
            for start in range(max(0, end - LONGEST_WORD), end)
            if (before := best[start]) is not None
            and (cost := _cost(token[start:end], language)) is not None
        )
        best.append(min(ways, default=None))
    return best[-1]


def _cost(word: str, language: str) -> float | None:
    """Minus the logarithm of how frequent a word is; None for none."""
    if len(word) == 1:
        is_word = word.lower() in _LETTERS[language] or word.isdigit()
        return _LETTER_COST if is_word else None
    rank = word_lists.ranks(language).get(folded(word))
    return None if rank is None else _WORD_COST + math.log(rank + 1)


def _undisguised(written: str, names: Container[str]) -> str:
    tokens = {own for own in _tokens(written) if own.lower() not in names}
    if not tokens:
        return written
    by_language = [_known_words(tokens, language) for language in word_lists.LANGUAGES]
    words = max(by_language, key=_likelihood)
    if not _are_enough([own for own in words if not _NUMBERED.fullmatch(own)]):
        return written
    return str(_DISGUISED.sub(lambda own: words.get(own[0], own[0]), written))


def _tokens(written: str) -> Iterator[str]:
    for token in _DISGUISED.findall(written):
        if _MIXED.search(token) and not _MEASURE.fullmatch(token):
            yield token


def _known_words(tokens: set[str], language: str) -> dict[str, str]:
    """The words of the language that the tokens are read as."""
    ranks = word_lists.ranks(language)
    readings = {
        token: [
            own for own in obfuscation.swapped(token.lower()) if folded(own) in ranks
        ]
        for token in tokens
    }
    return {
        token: min(own, key=lambda word: ranks[folded(word)])
        for token, own in readings.items()
        if own
    }


def _likelihood(words: dict[str, str]) -> tuple[int, int]:
    return len(words), sum(map(len, words.values()))


def _are_enough(disguised: Sequence[str]) -> bool:
    if len(disguised) >= _LEAST_DISGUISED:
        return any(map(_INSIDE.search, disguised))
    return any(_INSIDE.search(own) and len(own) >= _LONG for own in disguised)
