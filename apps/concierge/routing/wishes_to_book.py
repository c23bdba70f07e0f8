"""Wishes to book, which the concierge cannot grant: what the records tell for them.

"A table at Tuscany for 4 tomorrow at 7" is helped by when it is open then, and by the
card with its number, more than by the offer to look that up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from apps.catalog.models import Item
from apps.concierge import replies, transcript
from apps.concierge.context import Context, Named, Results
from apps.concierge.guardrails import distress
from apps.concierge.routing.intent import LOOKED_UP
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.knowledge.statements.ranking import IN_PART_BELOW
from apps.language.calendar import time_words
from apps.language.translation import question_words

ACTION_REQUEST = "action_request"
REPLY = "cannot_book"
Kind = Item.Kind
# Of no time and no place: the values of the records are English in every language.
RESERVABLE = "Which restaurants recommend reservations?"
# "Somewhere italian on saturday" fits a list, though it does not say every word.
LEAST_OF_LIST = 0.3
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
    r"voitures?|coches?)\b"
)
_BOOKS = patterns.compile(r"\b(?:book(?:ing)?|r[eé]s[eé]rv\w*|tickets?|table)\b")
# Who wants something else done is helped by no opening hours.
_OTHER_ACTS = patterns.compile(
    r"\b(?:cancel\w*|change|move|refund|pay|paid|charge\w*|bill|remind|wake|call|send|"
    r"bring|deliver|redeem|transfer|validate|order|upgrade|cambi\w+|anul\w+|pagar|"
    r"reembols\w*|despi[eé]rt\w*|annul\w*|chang\w+|pay(?:er|ez)|rembours\w*|"
    r"r[eé]veill\w*)\b"
)
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
_OF_RULES = patterns.compile(
    r"\b(?:how|online|app|advance|deposit|fees?|cost|required|needed|necessary|policy|"
    r"l[ií]nea|dep[oó]sito|antelaci[oó]n|ligne|avance|acompte|comment|c[oó]mo)\b"
)
_LISTS = {
    Kind.RESTAURANT: "wish_restaurants",
    Kind.SHOW: "wish_shows",
    Kind.AMENITY: "wish_spas",
}
# How it is asked of a row that is named; of no other kind a time to come helps.
_SENTENCES: Mapping[str, str]
_SENTENCES = {
    Kind.RESTAURANT: "wish_open",
    Kind.AMENITY: "wish_open",
    Kind.GAMING: "wish_open",
    Kind.SHOW: "wish_show",
    Kind.VENUE: "wish_venue",
}
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
_NUMBER = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|"
    r"cinco|seis|siete|ocho|deux|trois|quatre|cinq|sept|huit)"
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
_SPACES = patterns.compile(r"[\s,.;!?¿¡]+")


async def are_answered(
    query_type: str, wish: str, state: ConciergeState, context: Context
) -> bool:
    """Whether it is such a wish, and the records tell what helps with it; then the
    search goes on with that."""
    plain = context.search.plain(wish).lower()
    is_wish = query_type == ACTION_REQUEST or _is_plain_wish(query_type, plain, context)
    if not is_wish or _is_in_need(state):
        return False
    if _OTHER_ACTS.search(plain) and not _is_food_to_room(plain):
        return False
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    before = str((state.get("subject") or {}).get("question", ""))
    for kinds, question in _questions(plain, before, context):
        context.search.start(question, earlier, state.get("subject"))
        results = await context.search.results(schedule=True)
        is_enough = _is_answered(results) or (
            _is_food_to_room(plain) and _is_answerable(results)
        )
        if _is_about(results.focus, kinds, context) and is_enough:
            return True
    context.search.start(wish, earlier, state.get("subject"))
    return False


def _is_plain_wish(query_type: str, plain: str, context: Context) -> bool:
    """Whether it is one that is taken for a question; of a row, the records say how it
    is booked."""
    is_question = query_type in LOOKED_UP and _kind(plain) is not None
    is_wish = bool(_PLAIN_WISH.search(plain)) and not _OF_RULES.search(plain)
    return is_question and is_wish and not context.search.named(plain)


def _is_food_to_room(plain: str) -> bool:
    return bool(_FOOD.search(plain) and _TO_ROOM.search(plain))


def _is_in_need(state: ConciergeState) -> bool:
    """Whether help for a danger, or another word of care, belongs behind the answer."""
    is_after_danger = distress.is_after_crisis(state) or (
        distress.is_after_emergency(state)
    )
    return is_after_danger or bool(state["closing_reply"])


def _kind(plain: str) -> Item.Kind | None:
    """Of the rows that are booked; None where it does not say."""
    if _NO_OBJECTS.search(plain):
        return None
    return next((kind for kind, words in _OBJECTS.items() if words.search(plain)), None)


def _questions(
    plain: str, before: str, context: Context
) -> Iterator[tuple[Collection[str], str]]:
    """Each with the kinds of rows that the conversation has to be about for it, empty
    where it says what it is about; the best first.

    before: the last question, in English.
    """
    say = partial(replies.say, language=context.language)
    named = context.search.named(plain)
    if _is_food_to_room(plain):
        yield (), say("wish_room_service")
        return
    plain_wish = _without_party(_without_names(plain, named))
    # When, and what sort: "tomorrow at 7pm", "saturday somewhere italian".
    words = _SPACES.sub(" ", _WISH.sub(" ", plain_wish)).strip()
    in_english = question_words.english(plain_wish, context.language)
    if named:
        row = named[0]
        # "OK go with Tuscany then" is no part of the time.
        when = time_words.merged(in_english, "") or words
        if sentence := _SENTENCES.get(row.kind):
            yield (), say(sentence, name=row.title, words=when)
        return
    kind = _kind(plain)
    is_wish = bool(kind or _BOOKS.search(plain))
    goes_on = not words or time_words.are_all(
        question_words.english(words, context.language)
    )
    when = time_words.merged(in_english, before) if goes_on else words
    has_party = _without_party(plain) != plain
    # "Make it Saturday", "make it 5 people".
    if goes_on and when and not is_wish and (words or has_party):
        yield (), when
    is_of_table = _BOOKS.search(plain) and not _NO_TABLES.search(plain)
    is_without_time = not when
    when = when or say("wish_today")
    if is_wish:
        yield (kind,) if kind else tuple(_LISTS), say("wish_it_open", words=when)
    if is_without_time and is_of_table and kind in (None, Kind.RESTAURANT):
        yield (), RESERVABLE
    if kind or is_of_table:
        yield (), say(_LISTS[kind or Kind.RESTAURANT], words=when)


def _without_names(plain: str, named: Sequence[Named]) -> str:
    for row in named:
        plain = plain.replace(row.words, " ")
    return plain


def _without_party(plain: str) -> str:
    """Which would be read as an hour: "open for 2 tonight"."""
    for match in _PARTY.finditer(plain):
        if not _OF_TIME.search(match["next"] or ""):
            start, end = match.span()
            kept_from = match.start("next") if match["next"] else end
            return f"{plain[:start]} {plain[kept_from:]}"
    return plain


def _is_answered(results: Results) -> bool:
    """By what the records say, or by rows that fit most of it."""
    is_list = bool(results.reading.get("matching"))
    least = LEAST_OF_LIST if is_list else IN_PART_BELOW
    return bool(results.reading.get("exact", 0.0) >= least)


def _is_answerable(results: Results) -> bool:
    """Whether a record says most of it."""
    return bool(results.reading.get("answerable", 0.0) >= IN_PART_BELOW)


def _is_about(focus: str, kinds: Collection[str], context: Context) -> bool:
    """Whether the conversation is about a row of these kinds, where any are given."""
    return not kinds or any(row.kind in kinds for row in context.search.named(focus))
