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
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.knowledge.statements.ranking import IN_PART_BELOW

ACTION_REQUEST = "action_request"
REPLY = "cannot_book"
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
    r"book|reserve|reservations?|get|buy|make|order|a|an|the|my|our|"
    r"puede|puedes|podr[ií]a|quiero|quisiera|queremos|reserv\w*|resérv\w*|comprar|"
    r"para|por favor|una?|peux|pouvez|vous|je|j'|nous|voudrais|voudrions|veux|une|"
    r"acheter|pour|s'il (?:vous|te) pla[iî]t)\b"
)
_NUMBER = (
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|"
    r"cinco|seis|siete|ocho|deux|trois|quatre|cinq|sept|huit)"
)
_PEOPLE = r"(?:people|persons?|ppl|pax|adults?|guests?|of us|personas?|personnes?)"
# "For 7 pm" is an hour, which the search reads.
_PARTY = patterns.compile(
    rf"(?:\b(?:for|of|para|pour|we are|we're|were|somos|sommes|est) {_NUMBER}"
    rf"(?: {_PEOPLE})?(?:[ ,.!?]*$|[ ,.!?]+(?P<next>[a-z]*)))|\b{_NUMBER} {_PEOPLE}\b"
)
_OF_HOURS = frozenset(
    {"am", "pm", "a", "p", "o", "oclock", "nights", "noches", "nuits"}
)
_SPACES = patterns.compile(r"[\s,.;!?¿¡]+")


async def are_answered(wish: str, state: ConciergeState, context: Context) -> bool:
    """Whether the records tell what helps with it; the search goes on with that."""
    earlier = transcript.earlier_texts(state["messages"], context.limits.history)
    plain = context.search.plain(wish).lower()
    kind = next((kind for kind, words in _OBJECTS.items() if words.search(plain)), None)
    for kinds, question in _questions(plain, kind, context):
        context.search.start(question, earlier, state.get("subject"))
        results = await context.search.results(schedule=True)
        if _is_about(results.focus, kinds, context) and _is_answered(results):
            return True
    context.search.start(wish, earlier, state.get("subject"))
    return False


def _questions(
    plain: str, kind: Item.Kind | None, context: Context
) -> Iterator[tuple[Collection[str], str]]:
    """Each with the kinds of rows that the conversation has to be about for it, empty
    where it says what it is about; the best first."""
    say = partial(replies.say, language=context.language)
    named = context.search.named(plain)
    words = _words_left(plain, named)
    if named:
        row = named[0]
        if sentence := _SENTENCES.get(row.kind):
            yield (), say(sentence, name=row.title, words=words)
        return
    today = words or say("wish_today")
    yield (kind,) if kind else tuple(_LISTS), say("wish_it_open", words=today)
    if kind:
        yield (), say(_LISTS[kind], words=today)


def _words_left(plain: str, named: Sequence[Named]) -> str:
    """When, and what sort: "tomorrow at 7pm", "saturday somewhere italian"."""
    for row in named:
        plain = plain.replace(row.words, " ")
    plain = _without_party(plain)
    for words in (*_OBJECTS.values(), _WISH):
        plain = words.sub(" ", plain)
    return _SPACES.sub(" ", plain).strip()


def _without_party(plain: str) -> str:
    """Which would be read as an hour: "open for 2 tonight"."""
    for match in _PARTY.finditer(plain):
        if (match["next"] or "") not in _OF_HOURS:
            start, end = match.span()
            kept_from = match.start("next") if match["next"] else end
            return f"{plain[:start]} {plain[kept_from:]}"
    return plain


def _is_answered(results: Results) -> bool:
    """By what the records say, or by rows that fit."""
    exactness = results.reading.get("exact", 0.0)
    return bool(exactness >= IN_PART_BELOW or results.reading.get("matching"))


def _is_about(focus: str, kinds: Collection[str], context: Context) -> bool:
    """Whether the conversation is about a row of these kinds, where any are given."""
    return not kinds or any(row.kind in kinds for row in context.search.named(focus))
