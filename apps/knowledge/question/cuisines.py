"""The dishes that a question asks for, and the kitchens that cook them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from apps.infrastructure import patterns
from apps.knowledge.question.row_names import normalised
from apps.language.word_forms import stems

# A dish leads to kitchens where no row speaks of the dish itself.
KITCHENS = {
    "pizza": ("pizza", "pizzeria", "italian"),
    "pasta": ("italian",),
    "sushi": ("sushi", "japanese"),
    "ramen": ("japanese", "asian"),
    "noodle": ("noodle", "asian", "chinese"),
    "taco": ("taco", "taqueria", "mexican"),
    "burrito": ("mexican",),
    "burger": ("burger", "american", "pub"),
    "hamburger": ("burger", "american", "pub"),
    "steak": ("steak", "steakhouse"),
    "seafood": ("seafood", "oyster", "lobster", "fish", "shellfish"),
    "lobster": ("lobster", "seafood"),
    # Who asks for a meal wants a kitchen that names it, not all that is open then.
    "brunch": ("brunch", "breakfast"),
    "italiana": ("italian",),
    "italiano": ("italian",),
    "mexicana": ("mexican",),
    "japonesa": ("japanese",),
    "china": ("chinese",),
}
# By which rows tell of the dish itself.
_SAME_DISH = {"seafood": ("shellfish", "lobster", "oysters")}
# Where no kitchen is called after a country, rows tell of its dishes.
COUNTRIES = {
    "chinese": ("china", "dim sum"),
    "japanese": ("japan", "sushi"),
    "thai": ("thailand",),
    "vietnamese": ("vietnam", "pho"),
    "korean": ("korea",),
    "indian": ("india", "tandoori", "curry"),
    "italian": ("italy", "pasta"),
    "greek": ("greece",),
    "spanish": ("spain", "tapas", "paella"),
    "mexican": ("mexico", "tacos", "taqueria"),
    "cuban": ("cuba",),
    "portuguese": ("portugal",),
    "german": ("germany",),
}
_NAMES = frozenset({*KITCHENS, *COUNTRIES})
COUNTRY_STEMS = frozenset(stems(" ".join(COUNTRIES)))
_ALL_YOU_CAN_EAT = patterns.compile(r"\ball[- ]you[- ]can[- ]eat\b", "i")
_HOUSES = patterns.compile(r"\b(steak|noodle|burger|seafood|pizza) ?houses?\b")
# Words in the names of cuisines that name no kitchen.
_EMPTY_WORDS = frozenset(
    {"and", "with", "the", "of", "in", "or", "food", "bar", "house"}
)


def words(cuisines: Iterable[str]) -> frozenset[str]:
    """`italian` of "Italian", `japanese` and `sushi` of "Japanese and sushi"."""
    all_words = (word for cuisine in cuisines for word in normalised(cuisine).split())
    return frozenset(all_words) - _EMPTY_WORDS


def dishes(text: str, cuisine_words: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """The dishes themselves, then the kitchens that cook them."""
    text = _ALL_YOU_CAN_EAT.sub("buffet", text.replace("steakhouse", "steak"))
    text_words = [
        word if word in cuisine_words else word.removesuffix("s")
        for word in normalised(text).split()
    ]
    named = [word for word in text_words if word in cuisine_words or word in _NAMES]
    named += [same for word in named for same in _SAME_DISH.get(word, ())]
    kitchens = [kitchen for word in named for kitchen in KITCHENS.get(word, ())]
    kitchens += [own for word in named for own in COUNTRIES.get(word, ())]
    return tuple(filter(None, (tuple(named), tuple(kitchens))))


def names_dish(text: str) -> bool:
    """Whether it asks for a dish, which other kitchens may cook as well: a steak is not
    only for a steakhouse."""
    words = _HOUSES.sub(" ", normalised(text)).split()
    return any(word in KITCHENS or word.removesuffix("s") in KITCHENS for word in words)
