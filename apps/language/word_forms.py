"""Words as questions and records are compared: without case, accents and endings."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from apps.infrastructure import patterns

_GENITIVE = patterns.compile(r"['\u2019](s\b)?")
_WORD = patterns.compile(r"[a-z0-9$]+")
_STEM_LENGTH = 3
_LEAST_BEFORE_DOUBLED_L = len("modell")
MAX_TEXTS, MAX_WORDS = 1024, 8192
# Two words for one thing, which is neither of the two: nobody parks in a water park, or
# has a cocktail at a snack bar.
_COMPOUNDS = patterns.compile(
    r"\b(water|theme|amusement|skate|dog|ball)[ -](parks?)\b|\b(resort)[ -](fees?)\b|"
    r"\b(emergency|fire)[ -](exits?)\b|\b(bowl)s? (of)\b|\b(zip)[ -](lin(?:e|es|ing))\b"
    r"|\b(snack|salad)[ -](bars?)\b"
)
_ENDINGS = ("ation", "ing", "ed")
# Words that carry no subject. Whatever is not here must be found in a passage before
# a sentence counts as an answer.
_EMPTY = """
a about actually all allow allowed also am an and any anything are as at be been being
but by can could did do does doing done else ever every few find for from get give go
going good got great had has have having he hello help here hey hi how i if im in info
information interested into is it its just kind know let like list little looking lot
love make many may me more most much my myself need nice of off ok okay on one only or
other our out over per perhaps place please possible pretty question really same say
see she should some someone something somewhere sort still such suggest sure take tell
than thank thanks that the their them then there these they thing think this those
through to too try type up us use very visit want was we well were what whats when
where which while who why will wish with within would yes yet you your yours algo
alguna alguno con cual cuales cuanto de del donde el ella en es esta estan este favor
gracias hay hola la las lo los mi para pero por puede pueden puedo que quiero se si
sobre su sus tiene tienen un una uno y resort property wife husband friend girlfriend
boyfriend partner anywhere everywhere nowhere total altogether overall currently
normally usually typically generally exactly even already btw lol quick wondering
name names named decent awesome amazing fantastic solid legit definitely honestly
literally basically though maybe after afterwards
"""


def stems(text: str) -> list[str]:
    """Every word of a text, in order, cut to its stem."""
    return list(_stems(text))


@lru_cache(MAX_TEXTS)
def _stems(text: str) -> tuple[str, ...]:
    plain = text.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    plain = _GENITIVE.sub("", plain)
    plain = _COMPOUNDS.sub(_joined, plain)
    return tuple(stem(word) for word in _WORD.findall(plain))


def _joined(compound: patterns.Match) -> str:
    return "".join(filter(None, compound.groups()))


@lru_cache(MAX_WORDS)
def stem(word: str) -> str:
    """Not a linguist's stem, only the same for the forms that guests mix."""
    word = _singular(word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM_LENGTH:
            word = _undoubled(word.removesuffix(ending))
            break
    return word[:-1] if word.endswith("e") and len(word) > _STEM_LENGTH else word


def content(words: Iterable[str]) -> set[str]:
    """The stems that carry a subject."""
    return {word for word in words if word not in EMPTY}


def holds(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the phrase stands in the words as a whole."""
    size = len(phrase)
    return any(
        list(words[start : start + size]) == list(phrase)
        for start in range(len(words) - size + 1)
    )


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _STEM_LENGTH + 1:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1] if len(word) > _STEM_LENGTH else word
    return word


def _undoubled(word: str) -> str:
    """ "Cancel" for "cancell", which British English doubles; "sell" stays."""
    if word.endswith("ell") and len(word) >= _LEAST_BEFORE_DOUBLED_L:
        return word[:-1]
    is_double = len(word) > _STEM_LENGTH and word[-1] == word[-2]
    return word[:-1] if is_double and word[-1] not in "lsz" else word


EMPTY = frozenset(stem(word) for word in _EMPTY.split())
# They say that something is there, not what.
WORDS_OF_HAVING = frozenset(
    stems(
        "come offer serve sell provide include take work run accept use bring stay "
        "available onsite site located inside around open casino resort hotel guest "
        "people anybody everyone anyone actually really currently y'all guys still "
        "while during own kind there gotta option buy access enjoy enter "
        "space spot after afterwards before later first"
    )
)
