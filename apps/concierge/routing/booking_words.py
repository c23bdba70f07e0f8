"""The words of wishes to book, in English, Spanish and French."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.question import limits
from apps.language.calendar import asked_time, time_words

Kind = Item.Kind
# What is booked, in the languages of the records' answers, by the kind of its rows.
_OBJECTS = {
    Kind.RESTAURANT: patterns.compile(
        r"\b(?:tables?|dinner|lunch|brunch|breakfast|supper|mesas?|cena|cenar|almuerzo|"
        r"almorzar|desayuno|desayunar|d[iî]ner|d[eé]jeuner)\b"
    ),
    Kind.SHOW: patterns.compile(
        r"\b(?:tickets?|shows?|concerts?|entradas?|boletos?|espect[aá]culos?|"
        r"conciertos?|billets?|spectacles?)\b"
    ),
    Kind.AMENITY: patterns.compile(r"\b(?:massages?|facials?|spa|masajes?|soins?)\b"),
}
# Tables and tickets of another sort, and "show me".
_NO_OBJECTS = patterns.compile(
    r"\b(?:poker|blackjack|craps|roulette|baccarat|pool|billiards?|parking|"
    r"show (?:me|us))\b"
)
# What is booked otherwise: a stay, or what is not open to guests alone.
_NO_TABLES = patterns.compile(
    r"\b(?:rooms?|suites?|stays?|nights?|hotel|flights?|cars?|taxis?|cabs?|limos?|"
    r"shuttles?|bus(?:es)?|golf|tee times?|cabanas?|lanes?|bowling|parties|party|"
    r"weddings?|meetings?|habitaci[oó]n\w*|noches?|chambres?|nuits?|vuelos?|vols?|"
    r"voitures?|coches?|"
    r"(?:baby ?)?sitters?|baby-?sit\w*|nann(?:y|ies)|(?:child|day) ?care|cribs?|cots?|"
    r"strollers?|wheelchairs?|scooters?|lessons?|class(?:es)?|coach(?:es|ing)?|"
    r"trainers?|haircuts?|manicures?|pedicures?|ni[nñ]eras?|canguros?|cunas?|"
    r"sillas? de ruedas|clases?|baby-?sitters?|nounous?|garderies?|poussettes?|"
    r"fauteuils? roulants?|cours)\b"
)
_BOOKS = patterns.compile(
    r"\b(?:book(?:ing)?|r[eé]s[eé]rv\w*|tickets?|table|(?:seat|squeeze) (?:us|me))\b"
)
# Who wants something else done is helped by no opening hours.
_OTHER_ACTS = patterns.compile(
    r"\b(?:cancel\w*|change|move|refund|pay|paid|charge\w*|bill|remind|wake|redeem|"
    r"transfer|validate|upgrade|cambi\w+|anul\w+|pagar|reembols\w*|despi[eé]rt\w*|"
    r"annul\w*|chang\w+|pay(?:er|ez)|rembours\w*|r[eé]veill\w*)\b"
)
# How food comes to a room, too.
_ORDERS = patterns.compile(r"\b(?:call|send|bring|deliver|order)\b")
# Food that is brought to a room is nothing to book, and the records tell of it.
_FOOD = patterns.compile(
    r"\b(?:food|meals?|eat|pizzas?|burgers?|sandwich\w*|salads?|fries|wings|pasta|steaks?|"
    r"soup|desserts?|ice cream|snacks?|coffee|tea|wine|beers?|champagne|drinks?|dinner|"
    r"lunch|brunch|breakfast|supper|room service|comida|comer|cena|cenar|almuerzo|"
    r"desayuno|hamburguesas?|bocadillos?|ensaladas?|caf[eé]|vino|cervezas?|nourriture|"
    r"repas|manger|d[iî]ner|d[eé]jeuner|salade|vin|bi[eè]res?)\b"
)
_TO_ROOM = patterns.compile(
    r"\b(?:to|in|into) (?:my|our|the|a) (?:hotel )?(?:room|suite)\b|\broom \d+|"
    r"\b(?:room service|in-?room dining|servicio de habitaciones|service d'[eé]tage|"
    r"service en chambre|a (?:mi|la|nuestra) habitaci[oó]n|"
    r"(?:dans|en|[aà]) (?:ma|la|notre) chambre)\b"
)
# "Réserver une table ce soir" is taken for a question about reservations.
_PLAIN_WISH = patterns.compile(
    r"^\W*(?:(?:hi|hello|hola|bonjour|bonsoir|please|por favor)\W+)?"
    r"(?:(?:i|we)(?:'d| would)? (?:want|like|love|need)(?: to)? |"
    r"can (?:i|we|you) (?:please )?|(?:quiero|queremos|quisiera|quisi[eé]ramos|puedo|"
    r"podemos|puede|puedes|necesito|me gustar[ií]a|nos gustar[ií]a) |"
    r"(?:je|nous|on) (?:voudr|veux|veut|voulons|aimer|souhait)\w* |"
    r"(?:est-ce que )?(?:je|on|nous) (?:peux|peut|pouvons) |"
    r"(?:peux|puis|peut|pouvez|pouvons)-(?:je|on|nous|vous) (?:nous |me )?|"
    r"(?:pour|para) )?(?:book|reserve|reservar|reserv[ae]|r[eé]server|"
    r"(?:r[eé]servation|reservaci[oó]n) (?:for|pour|para|tonight|ce|esta))\b"
)
# "I'd like the dinner menu for tomorrow" wants something to read.
_WANTS = patterns.compile(
    r"^\W*(?:(?:hi|hello|please)\W+)?(?:(?:i|we)(?:'d| would)? (?:want|like|love|need)|"
    r"(?:can|could) (?:i|we) (?:get|have)) (?:an?|the|some|\d+|two|three|four) "
    r"(?:\w+ ){0,2}(?:tables?|massages?|facials?|treatments?|tickets?|reservations?)"
    r"(?:\W*$|\W+(?:for|at|on|in|from|around|by|with|please|tonight|today|tomorrow|"
    r"this|next|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)"
)
_NUMBER = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|"
    r"cinco|seis|siete|ocho|deux|trois|quatre|cinq|sept|huit)"
)
# "Two tickets for Comix on Saturday", "where can we get comedy tickets".
_TICKETS = patterns.compile(
    r"^\W*(?:(?:hi|hello|please|and|ok|okay)\W+)*"
    r"(?:(?:(?:i|we)(?:'d| would| will|'ll)? (?:want|like|love|need|take)|"
    r"(?:can|could) (?:i|we|you) (?:get|have|buy|book|reserve)|get us|get me|buy) )?"
    r"(?:to (?:buy|get|book|reserve|purchase) )?"
    rf"(?:{_NUMBER}|an?|some|any) (?:\w+ ){{0,2}}tickets?\b|"
    r"^\W*(?:where|how) (?:can|could|do|would) (?:i|we|you) "
    r"(?:get|buy|find|purchase|book)(?: \w+){0,2} tickets?\b",
    "i",
)
_OF_RULES = patterns.compile(
    r"\b(?:how|online|app|advance|deposit|fees?|cost|required|needed|necessary|policy|"
    r"l[ií]nea|dep[oó]sito|antelaci[oó]n|ligne|avance|acompte|comment|c[oó]mo)\b"
)
# Words of the wish itself; what is left of it says when, and what sort.
_WISH = patterns.compile(
    r"\b(?:can|could|would|will|you|i'd|id|i|we'd|we|me|us|want|wanna|wish|like|love|"
    r"need|to|please|pls|it|that|there|somewhere|someplace|anywhere|place|for|of|"
    r"seat|squeeze|actually|rather|instead|finalement|plut[oô]t|mejor|somos|"
    r"book(?:ing)?|reserve|reservations?|get|buy|make|a|an|the|my|our|tables?|tickets?|"
    r"shows?|massages?|facials?|spa|something|anything|set up|"
    r"puede|puedes|puedo|podemos|podr[ií]a|quiero|quisiera|queremos|gustar[ií]a|hacer|"
    r"hazme|haz|h[aá]game|haga|algo|"
    r"comprar|para|por favor|mesas?|entradas?|boletos?|espect[aá]culos?|masajes?|"
    r"peux|pouvez|vous|je|j'|nous|voudrais|voudrions|aimerais|veux|faire|acheter|pour|"
    r"fais|faites|moi|prends|quelque chose|"
    r"r[eé]s[eé]rv\w*|une?|una|billets?|spectacles?|soins?|s'il (?:vous|te) pla[iî]t)\b"
)
_PEOPLE = r"(?:people|persons?|ppl|pax|adults?|guests?|of us|personas?|personnes?)"
# "For 7 pm" is an hour, which the search reads.
_PARTY = patterns.compile(
    rf"(?:\b(?:for|of|para|pour|we are|we're|were|somos|sommes|est) {_NUMBER}"
    rf"(?: {_PEOPLE})?(?:[ ,.!?]*$|[ ,.!?:]+(?P<next>\w*)))|\b{_NUMBER} {_PEOPLE}\b"
)
# "For 20 heures", "for 7.30", "for 12 december".
_OF_TIME = patterns.compile(
    r"^(?:\d+|am|pm|oclock|h|hours?|heures?|horas?|minutes?|nights?|noches?|nuits?|"
    r"days?|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|"
    r"dec\w*)$"
)
# "A room for 2 under 200": which there are is a question, whoever books one.
_ROOM = patterns.compile(r"\b(?:rooms?|suites?|habitaci[oó]n\w*|chambres?)\b")
_BEFORE_DAY = patterns.compile(r"(?:\b(?:on|this|next|coming|the|for)\s+)+$")
_SPACES = patterns.compile(r"[\s,.;!?¿¡]+")


def mentions_booking(plain: str) -> bool:
    return bool(_BOOKS.search(plain))


def books_a_table(plain: str) -> bool:
    """Whether a table to eat at may be meant, and no stay, party or game."""
    return mentions_booking(plain) and may_be_of_table(plain)


def may_be_of_table(plain: str) -> bool:
    return not (_NO_TABLES.search(plain) or _NO_OBJECTS.search(plain))


def wants_then(plain: str) -> bool:
    """Whether somebody wants it at a time: "I want a massage on Sunday"."""
    has_time = bool(time_words.merged(plain, ""))
    return has_time and bool(_WANTS.search(plain)) and not _OF_RULES.search(plain)


def wants_tickets(plain: str) -> bool:
    """Whether somebody wants to buy some, or to know where."""
    return bool(_TICKETS.search(plain))


def asks_another_act(plain: str) -> bool:
    """Whether something is to be cancelled, paid, ordered or the like."""
    is_order = bool(_ORDERS.search(plain)) and not is_food_to_room(plain)
    return is_order or bool(_OTHER_ACTS.search(plain))


def is_plain_wish(plain: str) -> bool:
    """Whether it begins as a wish, and asks for no rule."""
    return bool(_PLAIN_WISH.search(plain)) and not _OF_RULES.search(plain)


def kind(plain: str) -> Item.Kind | None:
    """Of the rows that are booked; None where it does not say."""
    if _NO_OBJECTS.search(plain):
        return None
    return next((own for own, words in _OBJECTS.items() if words.search(plain)), None)


def is_food_to_room(plain: str) -> bool:
    return bool(_FOOD.search(plain) and _TO_ROOM.search(plain))


def is_of_rate(plain: str) -> bool:
    """Whether it is of a room by the most that it may cost."""
    return bool(_ROOM.search(plain)) and limits.read(plain).price > 0


def without_day(plain: str) -> str:
    """ "Room for 4 under 300" of "room for 4 next saturday under 300"."""
    day = asked_time.day_words(plain.lower())
    before, _, behind = plain.lower().partition(day) if day else (plain, "", "")
    return f"{_BEFORE_DAY.sub('', before).strip()} {behind.strip()}".strip()


def without_party(plain: str) -> str:
    """Which would be read as an hour: "open for 2 tonight"."""
    for match in _PARTY.finditer(plain):
        if not _OF_TIME.search(match["next"] or ""):
            start, end = match.span()
            kept_from = match.start("next") if match["next"] else end
            return f"{plain[:start]} {plain[kept_from:]}"
    return plain


def remainder(plain: str) -> str:
    """What is left of a wish: when, and what sort."""
    return _SPACES.sub(" ", _WISH.sub(" ", plain)).strip()
