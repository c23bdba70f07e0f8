""" "Do both have a tub?", "which of the two is open?", after two rows: the question of
each of them, in full."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import choice, kind_words
from apps.language.word_forms import stems

_JOINING = r"^\W*(?:(?:and|so|ok|okay|then|but|well)\b\W*)*"
_NOUN = (
    r"(?: (?P<noun>rooms|suites|restaurants|places|hotels|towers|venues|shows|ones|"
    r"options|spas|pools|bars))?"
)
_BOTH = patterns.compile(
    rf"{_JOINING}(?P<lead>(?:what time|when|how much|how late|until when|where) )?"
    r"(?P<verb>do|does|are|is|have|has|can) (?:they )?"
    r"(?:both|either|either one|the two)(?: of (?:them|those|these|the two))?"
    rf"{_NOUN} (?P<rest>.+?)\W*$",
    "i",
)
_WHICH = patterns.compile(
    rf"{_JOINING}which(?: one| ones)? of (?:the two|them|those|these|both)(?: two)?"
    rf"{_NOUN} (?P<verb>is|are|has|have|does|do|can|opens?|closes?|serves?|takes?)"
    r" (?:it |they )?(?P<rest>.+?)\W*$",
    "i",
)
# What "does" goes on with: "does it serve sushi", for "which of them serves sushi".
_ACTS = {"has": "have", "have": "have", "serves": "serve", "serve": "serve"}
_ACTS |= {"takes": "take", "take": "take", "opens": "open", "open": "open"}
_ACTS |= {"closes": "close", "close": "close"}
_OF_ONE = {"do": "does", "are": "is", "have": "has"}
# "Can both of us come?", "which of them do you like?": it is asked of people.
_PEOPLE = frozenset(
    ("of", "us", "you", "i", "we", "people", "guests", "adults", "kids", "children")
)


def question(text: str, subject: Subject, snapshot: PropertySnapshot) -> str:
    """In English, one sentence for each; empty where the text asks nothing of both, or
    they are compared. text: in plain English."""
    both, which = _BOTH.search(text), _WHICH.search(text)
    match = which or both
    if match is None or choice.orders(text) or snapshot.mentions(text):
        return ""
    names = snapshot.names_of(_pair(subject, snapshot))
    if len({name.item_id for name in names}) != 2:  # noqa: PLR2004
        return ""
    kinds = kind_words.kinds_of(stems(match["noun"] or ""))
    is_of_others = kinds and not kinds & {name.kind for name in names}
    if is_of_others or match["rest"].split()[0].lower() in _PEOPLE:
        return ""
    word = _asked_of_which if which else _asked_of_both
    return " ".join(f"{word(match, name.title)}?" for name in names)


def _pair(subject: Subject, snapshot: PropertySnapshot) -> tuple[int, ...]:
    """The two that were listed, or told of one after the other."""
    if subject.is_list or not subject.rows:
        return subject.rows
    return choice.last_two(snapshot, subject)


def _asked_of_both(match: patterns.Match, name: str) -> str:
    verb = match["verb"].lower()
    return f"{match['lead'] or ''}{_OF_ONE.get(verb, verb)} {name} {match['rest']}"


def _asked_of_which(match: patterns.Match, name: str) -> str:
    verb = match["verb"].lower()
    if act := _ACTS.get(verb):
        return f"does {name} {act} {match['rest']}"
    return f"{_OF_ONE.get(verb, verb)} {name} {match['rest']}"
