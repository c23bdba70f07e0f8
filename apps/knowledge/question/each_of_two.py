""" "Do both have a tub?", "which of the two is open?", after two rows or besides them:
the question of each of them, in full."""

from __future__ import annotations

from collections.abc import Sequence

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.row_names import Name, normalised
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
# "The two, do they take reservations", "do you take reservations, the two", as Spanish
# is put into English.
_BOTH_FIRST = patterns.compile(
    r"^\W*(?:both|the two) (?P<verb>do|are|is|have|can) (?:(?:you|they) )?", "i"
)
_BOTH_LAST = patterns.compile(
    r"^\W*(?P<verb>do|are|is|have|can) (?:(?:you|they) )?(?P<rest>\S+ .+?),? "
    r"(?:both|the two)\W*$",
    "i",
)
_JOINED = patterns.compile(r"\s*\b(?:and|also|or)?\s*$")
_VERB = patterns.compile(r"\b(?:do|does|are|is|have|has|can)\b")
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
    if snapshot.mentions(text):
        return _besides_names(text, snapshot)
    return _of_each(text, snapshot.names_of(_pair(subject, snapshot)))


def _besides_names(text: str, snapshot: PropertySnapshot) -> str:
    """Of "are Ballo and Tuscany both open?", and of "is Ballo or Tuscany cheaper, and
    do both take reservations?"."""
    names = snapshot.names_of([own.name.item_id for own in snapshot.mentions(text)])
    plain = normalised(text)
    words = [own.name.words for own in snapshot.mentions(text)]
    joined = f" {' and '.join(words)} "
    if len(words) == 2 and joined in plain:  # noqa: PLR2004
        masked = plain.replace(joined, " both ").replace(" both both ", " both ")
        return _of_each(masked, names)
    for verb in _VERB.finditer(plain):
        before, clause = plain[: verb.start()], plain[verb.start() :]
        of_each = "" if snapshot.mentions(clause) else _of_each(clause, names)
        if of_each:
            return f"{_JOINED.sub('', before).strip()}? {of_each}"
    return ""


def _of_each(text: str, names: Sequence[Name]) -> str:
    """One sentence for each of two rows; empty where the text asks nothing of both."""
    text = _BOTH_FIRST.sub(lambda match: f"{match['verb']} both ", text)
    text = _BOTH_LAST.sub(lambda match: f"{match['verb']} both {match['rest']}", text)
    both, which = _BOTH.search(text), _WHICH.search(text)
    match = which or both
    if match is None or choice.orders(text):
        return ""
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
