"""What a question names, and whether it can be understood without what came before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.statements import kind_words, topics
from apps.knowledge.statements.index import NOWHERE
from apps.language.word_forms import stems

_POINTS_BACK = patterns.compile(
    r"\b(it|its|there|they|them|their|that|those|these|he|she|his|her|one|ones|here)\b",
    "i",
)
# "Is there a pool?" points at nothing.
_EXISTENCE = patterns.compile(
    r"\b((is|are|was|were|will) there|there (is|are|was|were|will)|around here)\b", "i"
)
_CHOICE = patterns.compile(
    r"\b(?:which|what|any)(?: (?:kinds?|sorts?|types?) of| of (?:the|your))?"
    r"(?: [a-z-]+)? "
    r"(rooms?|suites?|restaurants?|shows?|concerts?|hotels?|towers?)\b",
    "i",
)
# Words that go on with what was said: "and to drink?", "can adults come too".
_GOES_ON = patterns.compile(
    r"^\W*((ok|okay|so|oh|fine|then)\W+)*(and|or|but|what about|how about)\b|"
    r"\b(too|as well|either)\W*$",
    "i",
)
_ADDS = patterns.compile(r"\b(too|as well|also)\W*$", "i")
# "What else is there to do?" is asked of the resort, whatever was talked about.
_OF_RESORT = patterns.compile(
    r"\b(things?|stuff|anything|something|what(?:'?s| is)?(?: else)?(?: is)? there)"
    r"(?: (?:else|fun))?(?: there)? to do"
    r"(?: (?:today|tonight|tomorrow|this \w+|with \w+ kids?))?\W*$",
    "i",
)
# "Where can I get cash?", "is there anything for teens?": whole questions, though what
# was talked about may still be the answer.
_BEGINS_ANEW = patterns.compile(
    r"^\W*((and|so|ok|okay|also|hi|hey)\b\W*)*(where (can|could|do|should|is|are)|"
    r"how (do|can|could|does) (i|we|you|one)|what (do|can|could)|que can|"
    r"(is|are) there (any|some)(thing|where|one)|what is there|"
    r"(do|can) you (have|offer|do) (any|some)thing|(any|some)thing (for|to)|"
    r"when (was|did|is|are)|can (i|we) (play|gamble|bet)|who)\b",
    "i",
)
_NAMES = patterns.compile(
    r"^\W*((and|what are|whats|what is|tell me) )?(the |their |its )?names?\W*$|"
    r"\b(what|how) are (they|those|these) called\b",
    "i",
)
# A message of so few words may be an ellipsis.
SHORT_QUESTION = 2
TIMES = frozenset(
    stems(
        "tonight today tomorrow now right still late later early morning afternoon "
        "evening night noon midnight weekend monday tuesday wednesday thursday friday "
        "saturday sunday hour time am pm christmas thanksgiving next day week soon "
        "until exactly month upcoming coming january february march april june july "
        "august september october november december winter spring summer autumn"
    )
)
# "5am" is one word; "5 a.m." is several.
_HOUR = patterns.compile(r"\d{1,4}(?:am|pm|h\d*)")
# Who comes along, and how old they are: "can I bring my 15 year old daughter?" is asked
# of a place that it does not name.
_COMPANY = frozenset(
    stems(
        "son daughter kid child baby toddler teen teenager minor adult wife husband "
        "mom dad mother father parent brother sister friend boyfriend girlfriend "
        "grandma grandpa family group year yr yo old underage himself herself alone"
    )
)
# They compare rows; `search.extremes` answers them.
_COMPARISONS = frozenset(
    stems(
        "cheap cheaper cheapest least lowest small smaller smallest fewest oldest big "
        "bigger biggest large larger largest highest tallest priciest fanciest dearest "
        "expensive most newest newer older higher taller"
    )
)
# Topics that any noun may be asked of: their phrasings explain no word.
_OPEN_TOPICS = frozenset({"existence", "features", "food", "games", "kids"})


@cache
def explained_words(topic: str) -> Collection[str]:
    """Stems that only say what is asked, not of what."""
    return _topic_words().get(topic, frozenset()) | TIMES | _COMPARISONS


def is_incomplete(text: str, words: Sequence[str], names: Collection[str] = ()) -> bool:
    """Whether it points back, or names nothing: "and how much?".

    words: without those of "the restaurant" that was talked about. names: words that
    name a row, whatever else they say.
    """
    return points_back(text) or not _names(words, names)


def _names(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether a word names a thing or a kind of row: "and a spa?"."""
    # "How much per night" says for how long, not what.
    kinds = kind_words.kinds_of([word for word in words if word not in TIMES])
    return bool(telling_words(words) or kinds or {*words} & {*names})


def names_nothing(text: str, words: Sequence[str], names: Collection[str] = ()) -> bool:
    """Also "can we have dinner there?": it says where, and what kind of thing."""
    if points_back(text):  # "is it open at 5am"
        return not _has_more_than_kinds([w for w in words if not _HOUR.fullmatch(w)])
    return not _names(words, names)


def names_of_others(
    words: Sequence[str], snapshot: PropertySnapshot, subject_rows: Sequence[int]
) -> frozenset[str]:
    """Words that are the name of a row that is not talked about: "valet?"."""
    whole_names, own = snapshot.statements.whole_names, frozenset(subject_rows)
    return frozenset(
        word
        for word in words
        if (rows := whole_names.get(word)) and rows.isdisjoint(own)
    )


def _has_more_than_kinds(words: Sequence[str]) -> bool:
    of_kinds = frozenset().union(*kind_words.by_kind().values())
    return any(word not in of_kinds for word in telling_words(words))


def kind_alone(words: Sequence[str]) -> frozenset[str]:
    """Kinds of rows that a question names and nothing else: "what rooms are there?"."""
    if _has_more_than_kinds(words):
        return frozenset()
    return frozenset(kind_words.kinds_of(words))


def kinds_asked_for(text: str) -> frozenset[str]:
    chosen = _CHOICE.search(text)
    return frozenset(kind_words.kinds_of(stems(chosen[1]))) if chosen else frozenset()


def telling_words(words: Sequence[str]) -> list[str]:
    """Those that say of what it is asked."""
    asking = asking_words()
    return [word for word in words if word not in asking and not _is_of_company(word)]


def _is_of_company(word: str) -> bool:
    return word in _COMPANY or word.isdecimal()


def words_of_company(words: Sequence[str]) -> frozenset[str]:
    """The numbers of a question that says who comes along: "kids 3 and 14"."""
    says_who = any(word in _COMPANY for word in words)
    return frozenset(word for word in words if says_who and word.isdecimal())


def is_of_resort(text: str) -> bool:
    """Whether it can hang on nothing: "things to do?"."""
    return bool(_OF_RESORT.search(text))


def is_ellipsis(
    text: str,
    words: Sequence[str],
    snapshot: PropertySnapshot,
    subject_rows: Sequence[int],
    names: Collection[str] = (),
) -> bool:
    """Whether it goes on without a sentence of its own: "and to drink?", "names?".

    Not where a word of it belongs to another row: "and sushi?".
    """
    is_short = len(text.split()) <= SHORT_QUESTION and not _EXISTENCE.search(text)
    if not is_short and not _GOES_ON.search(text):
        return False
    stems_of_things = kind_words.words_of_things().intersection(
        words
    )  # "what about comedy?"
    return is_of_rows(
        [*telling_words(words), *names, *stems_of_things], snapshot, subject_rows
    )


def is_of_rows(
    words: Iterable[str], snapshot: PropertySnapshot, rows: Sequence[int]
) -> bool:
    """Whether no word belongs to other rows alone."""
    index = snapshot.statements
    for word in words:
        holders = index.items[index.meeting.get(word, NOWHERE)].tolist()
        if holders and frozenset(holders).isdisjoint(rows):
            return False
    return True


def begins_anew(text: str) -> bool:
    """Whether it has the words of a question that may be asked of the whole resort."""
    return bool(_BEGINS_ANEW.search(text))


def asks_for_names(text: str) -> bool:
    """ "Names?", after a number of things."""
    return bool(_NAMES.search(text))


def adds(text: str) -> bool:
    """ "Bowling too?" asks for one thing more, not the last question again."""
    return bool(_ADDS.search(text))


def points_back(text: str) -> bool:
    return bool(_POINTS_BACK.search(_EXISTENCE.sub(" ", text)))


@cache
def asking_words() -> frozenset[str]:
    """Stems that say what is asked of a thing, or for when."""
    return frozenset().union(*_topic_words().values()) | TIMES | _COMPARISONS


@cache
def _topic_words() -> dict[str, frozenset[str]]:
    return {
        topic.name: frozenset(word for text in topic.phrasings for word in stems(text))
        for topic in topics.topics()
        if topic.name not in _OPEN_TOPICS
    }
