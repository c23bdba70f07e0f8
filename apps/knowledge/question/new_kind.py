"""A question that names a kind of its own, or asks for places of any kind: it is not
about the place that was talked about."""

from __future__ import annotations

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import kind_words
from apps.language.word_forms import stems

_NAMES_KIND = patterns.compile(
    r"(?:\b(?:what|which|any|some|how many|do you (?:have|offer)|(?:are|is) there|"
    r"need|want|like|looking for|what about|how about)|^\W*(?:and|also))\b"
    r"(?: (?:an?|the|any|some|other|your|(?:kinds?|sorts?|types?) of))*"
    r"(?: [a-z-]+)? "
    r"(rooms?|suites?|hotels?|towers?|shows?|concerts?|events?|restaurants?|spas?|"
    r"pools?|gyms?|shops?|stores?|bars?|clubs?|nightclubs?|promotions?|promos?|deals?|"
    r"offers?|packages?|parking|garages?|valet|shuttles?|golf|bowling|slots?)\b",
    "i",
)
# "What's open after midnight?", "who's playing tonight?": of any place.
_OF_ANY = patterns.compile(
    r"^\W*(?:(?:and|so|ok|okay|but|then) )*(?:what ?(?:'?s|is|are)|who ?(?:'?s|is)|"
    r"any ?(?:thing|where|place|body)(?: (?:is|that is|that's))?|which places are|"
    r"every ?thing)(?: (?:else|still|there))? (?:open|closed|playing|performing|"
    r"happening|going on|on (?:tonight|today|tomorrow|this))\b",
    "i",
)
_STAGE = patterns.compile(r"\b(?:playing|performing)\b", "i")
_STAGED = frozenset({Item.Kind.SHOW, Item.Kind.VENUE})
_PRONOUN = patterns.compile(
    r"\b(?:it|its|they|them|their|those|these|there|ones?)\b", "i"
)
_EXISTENCE = patterns.compile(r"\b(?:is|are) there\b|\bthere (?:is|are)\b", "i")
_JOINT = patterns.compile(r"[,;.?!]|\band\b|\bor\b", "i")


def is_named(text: str, subject: Subject, snapshot: PropertySnapshot) -> bool:
    """Of "what rooms do you have and what do they cost?", after a restaurant; not of
    "what rooms does it have?". text: in plain English."""
    if not subject.rows:
        return False
    talked_about = {snapshot.rows[r].kind for r in subject.rows if r in snapshot.rows}
    if any_place := _OF_ANY.search(text):
        is_of_stage = _STAGE.search(any_place[0]) and talked_about & _STAGED
        return not (subject.is_list or is_of_stage or _PRONOUN.search(text))
    named = _NAMES_KIND.search(text)
    if named is None:
        return False
    clause, *further = _JOINT.split(_EXISTENCE.sub(" ", text[named.end() :]))
    if _PRONOUN.search(f"{text[: named.start()]} {clause}"):
        return False
    kinds = kind_words.kinds_of(stems(named[1]))
    goes_on = any(_PRONOUN.search(own) for own in further)
    return goes_on and kinds.isdisjoint(talked_about)
