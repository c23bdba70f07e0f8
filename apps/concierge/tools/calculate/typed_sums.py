"""Arithmetic that a guest has typed or put into words: "what's 3 times 129?"."""

from __future__ import annotations

from collections.abc import Iterable

from apps.concierge.fact_check import claim_patterns
from apps.concierge.tools.calculate import amounts
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


def numbers_in_digits(text: str) -> str:
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


_LEAD = (
    r"(?:(?:what(?:'s| is|s)|how much is"
    r"|calculate|compute|work out|cu[aá]nto (?:es|son)"
    r"|calcula|combien (?:font|fait)|calcule[rz]?)\b[: ]*)"
)
_POLITE_END = patterns.compile(
    r"[, ]*\b(?:please|por favor|s['\x{2019}]il (?:vous|te) pla[iî]t|svp|"
    r"thanks|gracias|merci)\W*$",
    "i",
)
_ARITHMETIC = patterns.compile(rf"^\W*{_LEAD}([\d\s.,+\-*/()x×÷^]+)[\s=?.!]*$", "i")  # noqa: RUF001
_BARE = patterns.compile(r"^\s*([\d\s.,+\-*/()x×÷]+)=?\s*\??\s*$", "i")  # noqa: RUF001
_SIGN_BETWEEN = patterns.compile(r"\d[\s)]*[-+*/x×÷^][-+*/x×÷^\s(]*\d", "i")  # noqa: RUF001
# "24/7?" and "12-24" alone are no sums.
_CLEAR_SIGN_BETWEEN = patterns.compile(
    r"\d[\s)]*[+*x×÷][-+*x×÷\s(]*\d|\d\)? / \(?\d",  # noqa: RUF001
    "i",
)
_DIVIDE = patterns.compile(
    rf"\b(?:(?:divide|divise[rz]?) ({amounts.FIGURE}) (?:by|entre|par|en|into|in)|"
    rf"(?:split|repart\w+|partag\w+) ({amounts.FIGURE}) (?:en|into|in))\b",
    "i",
)
# "Dividido por" before "por".
_SPOKEN_SIGNS = (
    (
        patterns.compile(
            r"\b(?:divided by|dividido (?:por|entre)|divis[eé] par)\b", "i"
        ),
        "÷",
    ),
    (patterns.compile(r"\bentre\b", "i", before=r"\d ", behind=r" \d"), "÷"),
    (patterns.compile(r"\b(?:times|multiplied by|por|fois)\b", "i"), "*"),
    (patterns.compile(r"\b(?:plus|m[aá]s)\b", "i"), "+"),
    (patterns.compile(r"\b(?:minus|menos|moins)\b", "i"), "-"),
)
_PERCENT = patterns.compile(r"\b(?:per ?cent|por ?ciento|pour ?cent)\b", "i")
_RECKONED = patterns.compile(
    r"\d (?:times|multiplied by|divided by|plus|minus|por|m[aá]s|menos|entre|fois|"
    r"moins) \d|\d ?%"
    r"|\b(?:split|divid\w+|divis\w+|reparte|repartir|partag\w+)\b",
    "i",
)
_AS_TYPED = {"×": "*", "÷": "/", "^": "**"}  # noqa: RUF001 - signs of guests
_TIMES = patterns.compile(r"\s*x\s*", "i")
_FIGURE = patterns.compile(amounts.FIGURE)


def in_digits(text: str) -> str:
    """ "What is 7 times 8" for "what is seven times eight"; any other text stays."""
    reckoned = numbers_in_digits(str(_PERCENT.sub("%", text)))
    return reckoned if _RECKONED.search(reckoned) else text


def read(text: str) -> str:
    """The sum as an expression of Python; empty where the message is anything else.

    Raises ValueError for figures that are no numbers.
    """
    if claim_patterns.PHONE.search(text):
        return ""
    text = str(_POLITE_END.sub("", text))
    text = str(_DIVIDE.sub(lambda match: f"{match[1] or match[2]} ÷", text))
    for words, sign in _SPOKEN_SIGNS:
        text = words.sub(sign, text)
    led, bare = _ARITHMETIC.search(text), _BARE.search(text)
    match = led or (bare if bare and _CLEAR_SIGN_BETWEEN.search(bare[1]) else None)
    if match is None or not _SIGN_BETWEEN.search(match[1]):
        return ""
    expression = _TIMES.sub(" * ", match[1]).strip(" .,")
    for sign, typed in _AS_TYPED.items():
        expression = expression.replace(sign, typed)
    expression = _FIGURE.sub(lambda figure: amounts.plain(figure[0]), expression)
    return " ".join(expression.split())
