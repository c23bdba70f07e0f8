"""Numbers in words, in a sum: "doscientos cuarenta" is 240, "quatre-vingt-dix" 90."""

from __future__ import annotations

from collections.abc import Iterable

from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match

_FROM_ZERO = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós "
    "veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze "
    "quinze seize dix-sept dix-huit dix-neuf vingt",
)
_TENS = (
    "thirty forty fifty sixty seventy eighty ninety",
    "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix",
)
_HUNDREDS = "doscientos trescientos cuatrocientos quinientos seiscientos setecientos "
_HUNDREDS += "ochocientos novecientos"
_A_HUNDRED = frozenset(["hundred", "cien", "ciento", "cent", "cents"])
_A_THOUSAND = frozenset(["thousand", "mil", "mille"])
_VALUES = {
    **{word: own for words in _FROM_ZERO for own, word in enumerate(words.split())},
    **{word: 10 * n for words in _TENS for n, word in enumerate(words.split(), 3)},
    **{word: 100 * n for n, word in enumerate(_HUNDREDS.split(), 2)},
    "quatre-vingts": 80,
}
# They point, or are other words, more often than they count.
_DOUBTFUL = frozenset(
    ["one", "uno", "un", "once", "cent", "cents", "mil", "zero", "cero", "zéro"]
)
_ANY = "|".join(sorted({*_VALUES, *_A_HUNDRED, *_A_THOUSAND}, key=len, reverse=True))
_WORD = patterns.compile(rf"\b(?:{_ANY})\b", "i")
_NUMBER = patterns.compile(
    rf"\b(?:{_ANY})(?:(?: and | y | et |-| |-et-)(?:{_ANY})\b)*", "i", behind=r"\W|$"
)


def in_digits(text: str) -> str:
    """Every number in words as digits; a lone "one" or "un" stays."""
    return str(_NUMBER.sub(_digits, text))


def _digits(match: Match) -> str:
    words = [own[0].lower() for own in _WORD.finditer(match[0])]
    if len(words) == 1 and words[0] in _DOUBTFUL:
        return str(match[0])
    return str(_value(words))


def _value(words: Iterable[str]) -> int:
    total = current = 0
    for word in words:
        if word in _A_THOUSAND:
            total, current = total + max(current, 1) * 1000, 0
        elif word in _A_HUNDRED:
            current = max(current, 1) * 100
        else:
            current += _VALUES[word]
    return total + current
