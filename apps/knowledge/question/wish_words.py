"""The words by which guests choose among rows: kinds, prices, company, moments."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.language.word_forms import content, stems


def _words(text: str) -> patterns.Pattern:
    return patterns.compile(rf"\b(?:{text})\b", "i")


KINDS: tuple[tuple[str, patterns.Pattern], ...] = (
    (
        Item.Kind.ROOM,
        _words(r"(guest ?)?rooms?|suites?|to (stay|sleep)|habitaci[o\u00f3]n(es)?"),
    ),
    (
        Item.Kind.SHOW,
        _words(r"shows?|concerts?|entertainment|espect[a\u00e1]culos?|conciertos?"),
    ),
    (
        Item.Kind.RESTAURANT,
        _words(
            r"restaurants?|eats?|eating|eater(y|ies)|din(e|ing|ners?)|supper|lunch|"
            r"breakfast|brunch|food|meals?|bites?|hungry|hambre|faim|snacks?|cuisine|"
            r"menus?|restaurantes?|comer|comida|cenar?|desayun(o|ar)|almuerzo"
        ),
    ),
    (
        Item.Kind.AMENITY,
        _words(r"activit(y|ies)|(things|stuff) to do|to do|fun|actividades"),
    ),
)
_SHOWS, ALL_KINDS = dict(KINDS)[Item.Kind.SHOW], tuple(words for _, words in KINDS)
# A stage is only chosen by how many people it holds.
VENUE = _words(r"venues?|theat(er|re)s?|stages?|arenas?|halls?|(night)?clubs?")
SUITE = _words(r"suites?")
DRINKS = _words(r"drinks?|cocktails?|bars?|beers?|wines?|lounges?|copas?")
CHEAP = _words(
    r"cheap|inexpensive|affordable|budget|(on a|low|small) budget|broke|"
    r"(not|isn'?t|aren'?t|without being|nothing) (\w+ ){0,2}(expensive|pricey|fancy)|"
    r"(won'?t|doesn'?t|without|not) (\w+ )?break(ing)? the bank|low[- ]cost|"
    r"reasonabl[ey]( priced)?|barat[oa]s?|econ[o\u00f3]mic[oa]s?"
)
CHEAPEST = _words(
    r"cheapest|least expensive|lowest (price|rate)|m[a\u00e1]s barat[oa]s?"
)
FINE = _words(
    r"fancy|upscale|fine[- ]dining|expensive|luxur(y|ious)|high[- ]end|"
    r"special occasion|elegant|classy|car[oa]s?|elegantes?"
)
# Occasions for which guests go out to a fine dinner, though they may not say so.
OCCASION = _words(
    r"anniversar(y|ies)|romantic|date[- ]night|(first|hot) date|honeymoon|"
    r"celebrat(e|es|ing|ion)|special (dinner|evening|night)|propos(e|ing|al)|"
    r"valentine'?s( day)?|aniversario|rom[a\u00e1]ntic[oa]s?|"
    r"cita rom[a\u00e1]ntica"
)
DEAREST = _words(r"most expensive|priciest|fanciest|most luxurious|m[a\u00e1]s car[oa]")
MODERATE = _words(r"moderate(ly)?( priced)?|mid[- ]?range|mid[- ]?priced")
LARGEST = _words(r"largest|biggest|most spacious|m[a\u00e1]s grande")
FAMILY = _words(
    r"kids?|kid[- ]friendly|child(ren)?|famil(y|ies)|toddlers?|bab(y|ies)|"
    r"teens?|teen-?agers?|teenaged?|youngsters|ni[n\u00f1][oa]s?|familias?|hij[oa]s?|"
    r"([1-9]|1[0-7])[- ]?(yrs?|years?)([- ]old)?s?|([1-9]|1[0-7])[- ]?y/?os?"
)
# "My little girl"; who is of age is no child, nor is a 21st birthday's.
_OWN_CHILDREN = _words(
    r"(my|our|his|her|the|a|two|three) ([\w-]+ ){0,2}(sons?|daughters?|grand(sons?|"
    r"daughters?|children|child|kids?))|(my|our) ([\w-]+ )?(boys?|girls?)|"
    r"adolescentes?|(mis?|nuestr[oa]s?) niet[oa]s?"
)
_OF_AGE = _words(
    r"(1[89]|[2-9]\d)(st|nd|rd|th|[- ]?(yrs?|years?|y/?os?))?|grown([- ]up)?|adults?|"
    r"in[- ]law"
)
_YEARS_OLD = _words(r"\d+[- ]?(yrs?|years?)[- ]old")
CASUAL = _words(
    r"casual(ly)?|jeans|shorts|sneakers|t-?shirts?|no dress code|informal(es)?"
)
FREE = _words(r"free|no cover|gratis|gratuit[oa]s?")
NOW = _words(r"(right )?now|still open|open at the moment|currently|abiert[oa]s? ahora")
LATE = _words(
    r"it'?s late|late[- ]night|after midnight|open late|all night|24[- ]?hours?"
)
TONIGHT = _words(r"tonight|this evening|esta noche")
TODAY = _words(r"today|hoy|aujourd'?hui")
OPEN = _words(r"open|serv(e|es|ing)|abiert[oa]s?|eat|get food|dine")
# "What is open past eleven?" is asked of places to eat, and so is "somewhere cheap".
WHATS_OPEN = _words(
    r"(what('?s| is)?|whats|any(thing|where)|every(thing|where)( that)?('?s| is)?|"
    r"some(thing|where)|((any|all) )?(place|spot)s?|who('?s| is)) (still |there )?open|"
    r"(place|spot) ((that|which)('?s| is) )?(still )?open|"
    r"((any|some)(thing|where| ?place)|(a|any) (place|spot)) "
    r"((not (too )?|that'?s |that is |which is )?"
    r"(cheap|inexpensive|affordable|reasonabl[ey]|low[- ]cost|expensive|pricey|fancy))"
)
# Of places to eat and drink, which may not tell of it: what is open then comes nearest.
COFFEE = _words(r"coffees?|espressos?|lattes?|cappuccinos?")
DIET = _words(r"vegan|vegetarian|veggie|gluten[- ]free|kosher|halal")
OF_EATING = (OCCASION, DIET, WHATS_OPEN, COFFEE)
DIET_STEMS = frozenset(stems("vegan vegetarian veggie gluten kosher halal"))
# "Where do we eat after?" says no more than "where do we eat?".
SEQUENCE = patterns.compile(
    r"\b(?:maybe|perhaps|later on)\b|\b(?:after(?:wards?)?|then|later)\s*(?:[,.;?!]|$)|"
    r"^\W*(?:and|then|so|ok(?:ay)?)\b",
    "i",
)
WHERE_TO_EAT = _words(
    r"(where|what place) (can|could|do|should|shall|would) (we|i|you|they|one) "
    r"(\w+ )?(eat|dine|have (\w+ )?(dinner|lunch|breakfast|brunch|a bite)|"
    r"(get|grab) (\w+ ){0,2}(dinner|lunch|breakfast|brunch|bite|food|meal|to eat))|"
    r"where to (go )?(eat|dine)|(place|somewhere|anywhere) to (eat|dine)"
)
# Who is hungry asks for what is open.
HUNGRY = _words(
    r"hungry|hambre|faim|"
    r"(want|need|like|get|grab) (to eat|something to eat|(some )?food|a bite( to eat)?)"
)
# "Is there", "which", "any": several rows may answer. "It" and "does the" ask for one.
SEVERAL = _words(
    r"which|what|(any|some|every)(thing|where)?|where|list|all|best|good|recommend|suggest|"
    r"options?|places?|there|have|want|looking|craving|like|need|find|show me|"
    r"cu[a\u00e1]l(es)?|qu[e\u00e9]|hay|alg[u\u00fa]n[oa]?s?|d[o\u00f3]nde|quiero"
)
# What is asked of rows, not which of them.
OF_ROWS = _words(
    r"how (many|much|long|far|late|early|do|does|can|is|are)|number of|when|why|who|"
    r"what (time|day|hours?)|menus?|reserv\w+|book\w*"
)
_PERMISSION = _words(
    r"ages?|old|allow(s|ed)?|permitted|admitted|may|enter|get in|minimum"
)
# "Restaurants open past eleven": only the plural asks for several.
BARE_PLURAL = patterns.compile(
    r"^\W*(restaurants|eateries|places|spots|bars|caf[e\u00e9]s|shows|concerts|rooms|"
    r"suites)\b",
    "i",
)
ASKING_FOR_SEVERAL = (SEVERAL, BARE_PLURAL)
SINGLE_ROW = _words(r"it|its|this (place|restaurant|room|show)|that (place|restaurant)")
# "Is the food cheap?" asks about what is there, "cheap food for kids" for a choice.
DEFINITE = _words(r"(the|your|this|that) (restaurants?|food|meals?|menus?|dining)")
# "It's late" is about the guest.
ASIDE = _words(r"it'?s (too |so |getting |pretty )?(late|early|cold|hot|raining)")
EVERY = _words(
    r"(list|all|what|which|every) ((kinds?|sorts?|types?) of |of )?(the |your )?"
    r"(restaurants|rooms|suites|shows|places to eat)|"
    r"restaurants (do you have|are there)"
)
# Prices are told of every row anyway: "what rooms do you have, and what do they cost?"
PRICE_WORDS = frozenset(stems("cost costs price prices rate rates"))
# "Cheap food?" has no verb and asks for several all the same.
SHORT_QUESTION = 3
EVENING_AT, LATE_AT = time(19), time(0, 30)
MEALS = (
    (_words(r"breakfast|desayun(o|ar)|early morning"), time(9)),
    (_words(r"brunch"), time(11)),
    (_words(r"lunch|almuerzo|almorzar"), time(12, 30)),
)
_DINNER = _words(r"dinners?|supper|cenar?")
# "Which restaurants serve dinner?", "somewhere for dinner this weekend".
_OF_NO_DAY = _words(
    r"serv(e[sd]?|ing)|do(es)? dinners?|sirven?|servent|week-?ends?|weekdays?|weeks?|"
    r"months?|fin(es)? de semana|(days|nights|evenings)|every|any (day|night|evening)|"
    r"(in|during) (january|february|march|april|may|june|july|august|september|"
    r"october|november|december)"
)
HOLDING = _words(r"hold(s|ing)?|fits?|seat(s|ing)?|capacity|room for|people|guests")
PRICES = (CHEAP, CHEAPEST, FINE, OCCASION, DEAREST, MODERATE, _words(r"night"))
DAYS = _words(
    r"((mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|today|tomorrow|"
    r"noon|midnight|mornings?|afternoons?|evenings?|nights?|christmas|thanksgiving|"
    r"easter|new year'?s( eve| day)?|\d{1,2}(:\d\d)? ?[ap]\.?m|"
    r"(past|until|till?|later than|after|before|by|at|around) \d{1,2}(:\d\d)?"
    r"( ?[ap]\.?m)?|"
    r"after|before|at|by|late|hours?)"
)
CHOOSING = (OCCASION, CHEAP, FINE, FAMILY, HUNGRY, DIET)
MOMENTS = (
    DAYS,
    NOW,
    LATE,
    TONIGHT,
    TODAY,
    OPEN,
    HUNGRY,
    *(words for words, _ in MEALS),
)


def is_of_this_evening(text: str) -> bool:
    """Whether it says so, or asks for dinner and names no other time."""
    is_of_dinner = _DINNER.search(text) and not _OF_NO_DAY.search(text)
    return bool(TONIGHT.search(text) or is_of_dinner)


def is_fine(text: str) -> bool:
    return bool(FINE.search(text) or OCCASION.search(text))


def is_fine_within_reason(text: str) -> bool:
    """ "Somewhere romantic, but not too expensive"."""
    return bool(CHEAP.search(text) and is_fine(CHEAP.sub(" ", text)))


def asks_for_rows(text: str) -> bool:
    """Whether it asks which rows there are, and not how many or when."""
    is_short = len(text.split()) <= SHORT_QUESTION
    is_of_several = is_short or any(own.search(text) for own in ASKING_FOR_SEVERAL)
    is_of_rows = OF_ROWS.search(text) or DEFINITE.search(text)
    return is_of_several and not is_of_rows


def asks_who_may_come(text: str) -> bool:
    """Whether it asks of children or of an age, and so of no opening hours."""
    return any(own.search(text) for own in (FAMILY, _OWN_CHILDREN, _PERMISSION))


def looks_for_families(text: str) -> bool:
    """Whether it looks for what children can do, and does not ask what they may."""
    if _PERMISSION.search(_YEARS_OLD.sub(" ", text)) or OF_ROWS.search(text):
        return False
    is_short = len(text.split()) <= SHORT_QUESTION + 1  # "kids show on Saturday?"
    asking = (*ASKING_FOR_SEVERAL, _SHOWS) if is_short else ASKING_FOR_SEVERAL
    has_own = _OWN_CHILDREN.search(text) and not _OF_AGE.search(text)
    is_for_families = bool(FAMILY.search(text) or has_own)
    return is_for_families and any(own.search(text) for own in asking)


def kinds_looked_for(text: str) -> frozenset[str]:
    """The kind of "where do we eat, the kids are picky?", whatever else is told."""
    return frozenset({Item.Kind.RESTAURANT.value} if WHERE_TO_EAT.search(text) else ())


def names_kinds_alone(text: str) -> bool:
    """Whether no further word chooses, such as the tub of "Which rooms have a tub?"."""
    return remaining_stems(text, ALL_KINDS) <= PRICE_WORDS


def remaining_stems(text: str, wishes: Iterable[patterns.Pattern]) -> set[str]:
    """Stems of what the text says besides these wishes."""
    for words in wishes:
        text = words.sub(" ", text)
    return content(stems(text))
