"""Questions that go on with a conversation in other words than it was begun.

They ask the same of another row ("and Tuscany?") or of more rows of a list ("what
else?", "show me all of them"), name a kind of their own, for which "they" stands, or
ask for places of any kind.
"""

from __future__ import annotations

from dataclasses import replace

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.focus import Question
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import stems


def asked_of_another_row(
    question: Question, reading: Reading, snapshot: PropertySnapshot
) -> Reading:
    """reading: of a bare name. It stays as it is where it asks for one thing more, or
    the previous question said no more than a name: "what slots do you have?"."""
    if not question.previous or ellipsis.adds(reading.text):
        return reading
    before = readings.read(
        question.previous, reading.language, snapshot, reading.subject
    )
    names = stems(" ".join(name for _, name in before.named_as))
    words = tuple(word for word in before.words if word not in names)
    return replace(before, words=words) if words else reading


_MORE = patterns.compile(
    r"^\W*((and|ok|okay|so|cool|thanks|well)\b\W*)*"
    r"((what|who|where|anything|something|anywhere|somewhere) else|"
    r"((are|is) there |(do you|u|you) have |got )?any (more|others?)( one)?s?|"
    r"(show me |list |give me |see )?"
    r"(the rest|more( options| of (them|those))?|others)|"
    r"(what|which|who) are the (others|rest)|(the )?(other options|others))"
    r"( (is|are) there| (do you|do u|you|u) (have|got)| please| then)?\W*$",
    "i",
)

_ALL = patterns.compile(
    r"^\W*((and|ok|okay|so|cool|thanks|well|yes|please)\b\W*)*"
    r"((can|could|may) (i|we|you) |(i|we)( would|'d)? (want|like|love|need)( to)? |"
    r"let me )?((just|please) )?"
    r"((show|list|give|tell|see|name|view|display|have|get|read|know)( (me|us))?"
    r"( the)? )?"
    r"(all|all of (them|those|it)|them all|every( single)? one( of (them|those))?|"
    r"everything|each one|(the|a) (full|whole|entire|complete) list|"
    r"all (the |of the )?(options|choices|results|cards|ones))"
    r"( (there (is|are)|(that )?you have|please|now|then))*\W*$",
    "i",
)


def asks_for_all(text: str, subject: Subject) -> bool:
    """Whether it asks for the whole list of which the last answer told some rows.

    text: in plain English.
    """
    return bool(subject.is_list and subject.question and _ALL.search(text))


def rows_told(text: str, subject: Subject) -> tuple[int, ...]:
    """Ids of the rows that the next part of the list leaves out; empty for questions
    that do not go on with a list. text: in plain English."""
    if not (subject.is_list and subject.question and _MORE.search(text)):
        return ()
    return (*subject.rows, *subject.earlier)


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


def names_new_kind(text: str, subject: Subject, snapshot: PropertySnapshot) -> bool:
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
