"""A question as the ranking reads it: plain words, named rows, what it hangs on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import rewriting
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.row_names import normalised
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import kind_words, topics
from apps.knowledge.statements.index import NOWHERE
from apps.knowledge.statements.topics import Floats
from apps.language.translation import question_words
from apps.language.word_forms import EMPTY, stems

# Languages whose phrasings are in the data: their own words are compared as well.
WITH_PHRASINGS = frozenset({"es", "fr"})
_POINTS_BACK = patterns.compile(
    r"\b(it|its|there|they|them|their|that|those|these|he|she|his|her|one|ones|here)\b",
    "i",
)
# "Is there a pool?" points at nothing.
_EXISTENCE = patterns.compile(
    r"\b((is|are|was|were|will) there|there (is|are|was|were|will))\b", "i"
)
_CHOICE = patterns.compile(
    r"\b(?:which|what|any)(?: (?:kinds?|sorts?|types?) of| of (?:the|your))?"
    r"(?: [a-z-]+)? "
    r"(rooms?|suites?|restaurants?|shows?|concerts?|hotels?|towers?)\b",
    "i",
)
# "[phone]" stands for what was taken out of a stored question, and asks for nothing.
_REDACTED = patterns.compile(r"\[[a-z ]{3,20}\]")
# Words that go on with what was said: "and to drink?", "can adults come too".
_GOES_ON = patterns.compile(
    r"^\W*((ok|okay|so|oh|fine|then)\W+)*(and|or|but|what about|how about)\b|"
    r"\b(too|as well|either)\W*$",
    "i",
)
# A message of so few words may be an ellipsis.
SHORT_QUESTION = 2
_TIMES = frozenset(
    stems(
        "tonight today tomorrow now right still late later early morning evening "
        "night noon midnight weekend monday tuesday wednesday thursday friday saturday "
        "sunday hour time am pm christmas thanksgiving next day week soon until exactly"
    )
)
# They compare rows; `search.extremes` answers them.
_COMPARISONS = frozenset(
    stems(
        "cheap cheaper cheapest least lowest small smaller smallest fewest oldest big "
        "bigger biggest large larger largest highest tallest priciest fanciest dearest "
        "expensive most newest"
    )
)
_ORDINALS = frozenset(
    stems("first second third fourth last former latter one two three")
)
# Topics that any noun may be asked of: their phrasings explain no word.
_OPEN_TOPICS = frozenset({"existence", "food", "games", "kids"})


@dataclass(frozen=True)
class Reading:
    """text: in plain English. words: stems that carry a subject. named: ids of rows.

    hangs_on: whether it can only be understood with what was said before; points_back:
    whether a word of it says so. is_of_named_alone: whether no other row can be meant.
    names_nothing: whether it says only what is asked, not of what. kinds: of the rows
    that "which rooms" asks for; empty for other questions. kind_alone: those that it
    names where it names nothing else.
    """

    text: str
    original: str
    language: str
    masked: str
    words: tuple[str, ...]
    named: tuple[int, ...]
    hangs_on: bool
    points_back: bool
    subject: Subject
    focus_name: str = ""
    is_of_named_alone: bool = False
    subject_rows: tuple[int, ...] = ()
    names_nothing: bool = False
    kinds: frozenset[str] = frozenset()
    kind_alone: frozenset[str] = frozenset()

    @property
    def full_question(self) -> str:
        """What can be understood without the conversation."""
        if not self.hangs_on:
            return self.text
        return rewriting.full_question(self.text, self.focus_name)

    @property
    def wordings(self) -> dict[str, str]:
        """The texts to embed, by what they are for; equal ones are embedded once."""
        wordings = {"bare": self.text, "masked": self.masked}
        if self.language in WITH_PHRASINGS:
            wordings["original"] = self.original
        if self.focus_name and not self.named:
            wordings["in_focus"] = rewriting.full_question(self.text, self.focus_name)
        if self.hangs_on and self.subject.question:
            wordings["after_before"] = f"{self.subject.question} {self.text}"
        return wordings


@dataclass(frozen=True)
class ReadingVectors:
    """The vectors of a reading's wordings; what a reading lacks is the bare one."""

    by_wording: Mapping[str, Floats]

    def of(self, name: str) -> Floats:
        return self.by_wording.get(name, self.by_wording["bare"])

    def topic_scores(self) -> Floats:
        """The cosine of each topic, in the words of the guest or in English."""
        vectors = topics.vectors()
        scores = vectors.scores(self.of("masked"))
        if "original" in self.by_wording:
            scores = np.maximum(scores, vectors.scores(self.of("original")))
        return scores


def read(
    text: str, language: str, snapshot: PropertySnapshot, subject: Subject
) -> Reading:
    spelt = snapshot.plain(_REDACTED.sub(" ", text), language)
    plain = question_words.english(spelt, language)
    mentions = snapshot.mentions(plain)
    masked = normalised(plain)
    for mention in mentions:
        masked = masked.replace(f" {mention.name.words} ", " it ")
    words = tuple(word for word in dict.fromkeys(stems(plain)) if word not in EMPTY)
    named = tuple(mention.name.item_id for mention in mentions)
    subject_rows = subjects.current_rows(subject, plain, snapshot)
    is_open = bool(subject.rows) and not named
    return Reading(
        text=plain,
        original=spelt,
        language=language,
        masked=masked.strip() if mentions else plain,
        words=words,
        named=named,
        hangs_on=is_open
        and (
            is_incomplete(plain, words)
            or _is_ellipsis(plain, words, snapshot, subject_rows)
        ),
        points_back=is_open and _points_back(plain),
        subject=subject,
        focus_name=subjects.title(snapshot, subject_rows),
        subject_rows=subject_rows,
        names_nothing=is_open and _names_nothing(plain, words),
        kinds=_kinds_asked_for(plain),
        kind_alone=_kind_alone(words),
    )


def vectors(reading: Reading, embedded: Sequence[Sequence[float]]) -> ReadingVectors:
    """embedded: of `texts_to_embed(reading)`, in that order."""
    by_text = dict(zip(texts_to_embed(reading), embedded, strict=True))
    return ReadingVectors(
        {
            name: np.asarray(by_text[text], np.float32)
            for name, text in reading.wordings.items()
        }
    )


def texts_to_embed(reading: Reading) -> list[str]:
    """The texts to embed, each once; the bare question first."""
    return list(dict.fromkeys(reading.wordings.values()))


def is_name_alone(reading: Reading, name_words: Collection[str]) -> bool:
    """Whether it is a name, or a place in a list, and nothing else."""
    names = frozenset(stems(" ".join(name_words)))
    return all(word in names or word in _ORDINALS for word in reading.words)


@cache
def explained_words(topic: str) -> Collection[str]:
    """Stems that only say what is asked, not of what."""
    return _topic_words().get(topic, frozenset()) | _TIMES | _COMPARISONS


def is_incomplete(text: str, words: Sequence[str]) -> bool:
    """Whether it points back, or names nothing: "and how much?"."""
    return _points_back(text) or not _names(text, words)


def _names(text: str, words: Sequence[str]) -> bool:
    """Whether a word names a thing or a kind of row: "and a spa?".

    "The restaurant" is the one that was talked about.
    """
    names_kind = kind_words.kinds_of(words) and not subjects.names_earlier_kind(text)
    return bool(_telling_words(words) or names_kind)


def _names_nothing(text: str, words: Sequence[str]) -> bool:
    """Also "can we have dinner there?": it says where, and what kind of thing."""
    if _points_back(text):
        return not _has_more_than_kinds(words)
    return not _names(text, words)


def _has_more_than_kinds(words: Sequence[str]) -> bool:
    of_kinds = frozenset().union(*kind_words.by_kind().values())
    return any(word not in of_kinds for word in _telling_words(words))


def _kind_alone(words: Sequence[str]) -> frozenset[str]:
    """Kinds of rows that a question names and nothing else: "what rooms are there?"."""
    if _has_more_than_kinds(words):
        return frozenset()
    return frozenset(kind_words.kinds_of(words))


def _kinds_asked_for(text: str) -> frozenset[str]:
    chosen = _CHOICE.search(text)
    return frozenset(kind_words.kinds_of(stems(chosen[1]))) if chosen else frozenset()


def _telling_words(words: Sequence[str]) -> list[str]:
    """Those that say of what it is asked."""
    asking = _asking_words()
    return [word for word in words if word not in asking]


def _is_ellipsis(
    text: str,
    words: Sequence[str],
    snapshot: PropertySnapshot,
    subject_rows: Sequence[int],
) -> bool:
    """Whether it goes on without a sentence of its own: "and to drink?", "names?".

    Not where a word of it belongs to another row: "and sushi?".
    """
    is_short = len(text.split()) <= SHORT_QUESTION and not _EXISTENCE.search(text)
    if not is_short and not _GOES_ON.search(text):
        return False
    index = snapshot.statements
    for word in _telling_words(words):
        rows = index.items[index.meeting.get(word, NOWHERE)]
        if rows.size and not np.isin(rows, subject_rows).any():
            return False
    return True


def _points_back(text: str) -> bool:
    return bool(_POINTS_BACK.search(_EXISTENCE.sub(" ", text)))


@cache
def _asking_words() -> frozenset[str]:
    return frozenset().union(*_topic_words().values()) | _TIMES


@cache
def _topic_words() -> dict[str, frozenset[str]]:
    return {
        topic.name: frozenset(word for text in topic.phrasings for word in stems(text))
        for topic in topics.topics()
        if topic.name not in _OPEN_TOPICS
    }
