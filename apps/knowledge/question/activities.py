"""What guests come to do at a resort, by the words they name it with."""

from __future__ import annotations

from functools import cache

from apps.infrastructure import patterns
from apps.language.spelling import things
from apps.language.translation import question_words
from apps.language.word_forms import content, stems

_ACTIVITIES = {
    "anything": "activity thing fun attraction sightseeing",
    "eat": "eat dine dining dinner lunch breakfast brunch supper meal food bite snack "
    "restaurant steakhouse steak sushi seafood lobster pizza burger pasta noodle taco "
    "bbq buffet dessert italian chinese japanese asian mexican fish chip sandwich",
    "coffee": "coffee espresso latte cappuccino cafe",
    "drink": "drink cocktail beer wine bar pub lounge margarita whiskey martini",
    "dance": "dance dancing nightclub club clubbing disco nightlife",
    "show": "show concert comedy comedian music band theater theatre performance gig "
    "musical jazz",
    "spa": "spa massage facial sauna steamroom pamper",
    "salon": "salon manicure pedicure nail haircut",
    "pool": "pool swim swimming hottub jacuzzi",
    "gamble": "slot poker blackjack craps roulette baccarat gamble gambling casino "
    "bingo keno sportsbook",
    "bowl": "bowling bowl",
    "golf": "golf minigolf",
    "play": "arcade kart karting gokart ziplin zipline karaoke billiard laser "
    "trampoline",
    "shop": "shop shopping boutique outlet store mall",
    "gym": "gym gymnasium workout yoga",
    "sights": "museum gallery aquarium movie cinema",
}
_TOKEN = patterns.compile(r"[\w'-]+", "i")


def of(plain: str) -> frozenset[str]:
    """The activities that a text in English names."""
    words = {*stems(plain)}
    return frozenset(name for name, own in _by_activity().items() if own & words)


def label(text: str, language: str) -> str:
    """The words of a text by which it may be repeated to the guest: what guests of any
    resort ask for, and nobody's slurs; empty where it has none."""
    known_words = frozenset[str]().union(*_by_activity().values(), things.of_hotels())
    tokens = _TOKEN.findall(text)
    return " ".join(
        token
        for token in tokens
        if content(stems(question_words.english(token, language))) & known_words
    )


@cache
def _by_activity() -> dict[str, frozenset[str]]:
    return {name: frozenset(stems(words)) for name, words in _ACTIVITIES.items()}
