"""Words of guests, and the words that records have for the same: a table to tune."""

from functools import cache

from apps.language.word_forms import stems

SYNONYMS: dict[str, tuple[str, ...]] = {
    "cheap": ("inexpensive", "moderate", "free"),
    "affordable": ("inexpensive", "moderate"),
    "budget": ("inexpensive", "moderate"),
    "expensive": ("fine-dining", "upscale"),
    "fancy": ("fine-dining", "upscale"),
    "upscale": ("fine-dining", "upscale"),
    "romantic": ("intimate",),
    "steak": ("steakhouse", "steaks"),
    "seafood": ("fish", "oyster", "lobster"),
    "sushi": ("japanese", "asian"),
    "pasta": ("italian",),
    "pizza": ("italian", "pizzas"),
    "burger": ("burgers", "american"),
    "gym": ("fitness", "workout"),
    "workout": ("fitness", "gym"),
    "swim": ("pool",),
    "massage": ("spa", "treatments"),
    "couples": ("two",),
    "comedy": ("comedian", "comedians", "comic"),
    "comedian": ("comedy",),
    "music": ("concert", "band", "bands", "dj", "live"),
    "concert": ("music", "band"),
    "dancing": ("nightclub", "dance", "dj"),
    "club": ("nightclub",),
    "bathtub": ("tub",),
    "tub": ("bathtub", "soaking"),
    "wifi": ("wi-fi", "internet"),
    "internet": ("wi-fi", "wifi"),
    "pets": ("pet-friendly", "pet", "dog"),
    "dog": ("pet-friendly", "pet"),
    "smoke": ("smoke-free", "smoking"),
    "cigar": ("smoking", "smoke-free"),
    "cigarette": ("smoking", "smoke-free"),
    "noodles": ("ramen", "pho"),
    "shuttle": ("bus",),
    "bus": ("shuttle",),
    "betting": ("sportsbook", "bet"),
    "kids": ("children", "families", "family", "child"),
    "children": ("kids", "families", "family"),
    "family": ("families", "children", "kids"),
    "breakfast": ("brunch", "breakfasts"),
    "drinks": ("cocktails", "bar", "lounge"),
    "cocktails": ("bar", "lounge", "cocktail"),
    "suite": ("suites",),
    "atm": ("atms", "cash"),
    "wedding": ("event",),
    "top": ("highest",),
    "jacuzzi": ("tub", "whirlpool"),
    "childcare": ("babysitting", "child", "children", "kids"),
    "babysitting": ("childcare",),
    "fridge": ("mini-fridge", "refrigerator"),
    "luggage": ("bags", "suitcases"),
    "bags": ("luggage", "suitcases"),
    "suitcase": ("bags", "luggage"),
    "nightlife": ("nightclub", "dj", "lounge"),
    "rent": ("rental", "hire"),
    "hire": ("rental", "rent"),
    "tesla": ("ev", "charger"),
}


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """`SYNONYMS` by stem."""
    return {
        stems(word)[0]: frozenset(stem for synonym in group for stem in stems(synonym))
        for word, group in SYNONYMS.items()
    }
