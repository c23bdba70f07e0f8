"""A question that names a kind of its own: what "they" stands for then is not the place
that was talked about."""

from __future__ import annotations

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
_PRONOUN = patterns.compile(
    r"\b(?:it|its|they|them|their|those|these|there|ones?)\b", "i"
)
_EXISTENCE = patterns.compile(r"\b(?:is|are) there\b|\bthere (?:is|are)\b", "i")
_JOINT = patterns.compile(r"[,;.?!]|\band\b|\bor\b", "i")


def is_named(text: str, subject: Subject, snapshot: PropertySnapshot) -> bool:
    """Of "what rooms do you have and what do they cost?", after a restaurant; not of
    "what rooms does it have?". text: in plain English."""
    named = _NAMES_KIND.search(text)
    if named is None or not subject.rows:
        return False
    clause, *further = _JOINT.split(_EXISTENCE.sub(" ", text[named.end() :]))
    if _PRONOUN.search(f"{text[: named.start()]} {clause}"):
        return False
    kinds = kind_words.kinds_of(stems(named[1]))
    talked_about = {snapshot.rows[r].kind for r in subject.rows if r in snapshot.rows}
    goes_on = any(_PRONOUN.search(own) for own in further)
    return goes_on and kinds.isdisjoint(talked_about)
