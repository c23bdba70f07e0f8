"""Words of guests, and the words that records have for the same: a table to tune."""

from collections.abc import Iterator
from functools import cache

from apps.language.word_forms import stems

_DOGS = (
    "beagle bulldog chihuahua collie corgi dachshund dalmatian doberman doodle "
    "goldendoodle husky labradoodle labrador mutt pitbull pomeranian poodle pug puppy "
    "retriever rottweiler schnauzer terrier yorkie"
)
SYNONYMS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_DOGS.split(), ("dog", "pet", "pets")),
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
    "pullout": ("sofa",),
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
    "comic": ("comedy", "comedian", "comedians"),
    "standup": ("comedy", "comedian", "comedians"),
    "disco": ("nightclub",),
    "discotheque": ("nightclub",),
    "parka": ("coat",),
    "overcoat": ("coat",),
    "cloakroom": ("coat",),
    "cashpoint": ("atm", "atms"),
    "bandit": ("slot",),
    "pokies": ("slot",),
    "attire": ("dress",),
    "snack": ("snackbar",),
    "salad": ("saladbar",),
    "gokart": ("kart", "karts", "karting"),
    "mall": ("shops", "outlets", "shopping"),
    "pricey": ("fine-dining", "upscale"),
}
# Words of guests for one of a kind, by words that records have for the kind: what is
# said of the kind makes it likely.
OF_KINDS: dict[tuple[str, ...], str] = {
    ("cocktail", "cocktails"): (
        "daiquiri highball margarita martini mimosa mojito negroni spritz"
    ),
    ("breakfast", "brunch"): "egg hashbrowns omelet omelette pancake porridge waffle",
    ("chinese", "canton", "szechuan", "asian"): (
        "cantonese dumpling sichuan szechuan wonton"
    ),
    ("japanese", "sushi"): "nigiri sashimi tempura teriyaki",
    ("italian", "pasta"): "carbonara gnocchi lasagna ravioli risotto spaghetti",
    ("mexican", "tacos"): "burrito enchilada guacamole nachos quesadilla taco",
    ("steakhouse", "steaks", "beef"): "porterhouse ribeye sirloin tomahawk",
    ("seafood", "fish"): "crab halibut lobster salmon shrimp tuna",
    ("fitness", "cardio", "gym"): "barbell dumbbell elliptical treadmill",
    ("spa", "massages", "treatments"): "masseuse rubdown",
    ("poker",): "holdem omaha plo stud",
    ("sportsbook",): "baseball football hockey mlb nba nfl nhl parlay soccer wager",
    ("event", "events", "meeting", "meetings"): "gala reunion seminar",
    ("points", "rewards"): "loyalty",
    ("smoking",): "vape vaping",
}


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """`SYNONYMS` and `OF_KINDS` by stem of the guest's word."""
    table: dict[str, frozenset[str]] = {}
    for word, group in [*SYNONYMS.items(), *_kinds_of_words()]:
        forms = frozenset(form for synonym in group for form in stems(synonym))
        table[stems(word)[0]] = table.get(stems(word)[0], frozenset()) | forms
    return table


@cache
def of_kinds() -> frozenset[str]:
    """Stems of words for one of a kind."""
    return frozenset(stems(" ".join(word for word, _ in _kinds_of_words())))


def _kinds_of_words() -> Iterator[tuple[str, tuple[str, ...]]]:
    for kind, words in OF_KINDS.items():
        for word in words.split():
            yield word, kind
