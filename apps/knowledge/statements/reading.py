"""A question as the ranking reads it: plain words, named rows, what it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import rewriting, whole_resort, wish_words
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.name_matching import Mention
from apps.knowledge.question.row_names import normalised
from apps.knowledge.question.subject import NO_SUBJECT, Subject
from apps.knowledge.statements import (
    carried_topic,
    choice,
    ellipsis,
    fillers,
    named_rows,
    topics,
)
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.language.calendar import asked_time
from apps.language.translation import question_words
from apps.language.word_forms import EMPTY, stems

# Languages whose phrasings are in the data: their own words are compared as well.
WITH_PHRASINGS = frozenset({"es", "fr"})
_SHOW_ME = patterns.compile(r"\bshow (?:me|us)\b", "i")
# "[phone]" stands for what was taken out of a stored question, and asks for nothing.
_REDACTED = patterns.compile(r"\[[a-z ]{3,20}\]")
_TIMED = frozenset({"hours", "playing"})  # asked for a day


@dataclass(frozen=True)
class Reading:
    """text: in plain English. words: stems that carry a subject; own_words: the
    guest's, where a standard question stands for his. named: ids of rows; named_as:
    with their names in the text.

    hangs_on: whether it can only be understood with what was said before; points_back:
    whether a word of it says so. is_of_named_alone: whether no other row can be meant.
    names_nothing: whether it says only what is asked, not of what. chosen_among: ids of
    the only rows that may answer; is_of_each: whether the part before has listed them.
    kinds: of the rows that "which rooms" asks for; kind_alone: those that it names, if
    it names nothing else. listed_before: ids of the rows that were told of, where the
    rest of their list is asked for. is_of_all: whether every row of one is asked for.
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
    named_as: tuple[tuple[int, str], ...] = ()
    is_of_named_alone: bool = False
    subject_rows: tuple[int, ...] = ()
    chosen_among: tuple[int, ...] = ()
    names_nothing: bool = False
    kinds: frozenset[str] = frozenset()
    kind_alone: frozenset[str] = frozenset()
    listed_before: tuple[int, ...] = ()
    is_of_all: bool = False
    is_of_each: bool = False
    own_words: tuple[str, ...] = ()

    @property
    def full_question(self) -> str:
        """What can be understood without the conversation."""
        if not self.hangs_on:
            return self.text
        return rewriting.full_question(self.text, self.focus_name)

    @property
    def kinds_looked_for(self) -> frozenset[str]:
        return self.kind_alone | wish_words.kinds_looked_for(self.text)

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
    spelt = _spelt(text, language, snapshot)
    plain = in_english(text, language, snapshot)
    if not subjects.has_hotel(subject, snapshot):
        plain = whole_resort.as_you(plain)
    if subject != NO_SUBJECT:
        plain = _with_carried_topic(fillers.without_fillers(plain), snapshot, subject)
    mentions = named_rows.mentions(plain, snapshot, subject)
    masked = _masked(plain, mentions)
    words = _content_stems(fillers.without_naming(plain))
    named = tuple(mention.name.item_id for mention in mentions)
    subject_rows = subjects.current_rows(subject, plain, snapshot)
    focus_name = subjects.title(snapshot, subject_rows)
    chosen_among = choice.rows(plain, words, named, snapshot, subject)
    if chosen_among:
        subject_rows, named = chosen_among, ()
        # Of several rows, none is in focus before the question is answered.
        is_one = len(chosen_among) == 1
        focus_name = subjects.title(snapshot, chosen_among) if is_one else ""
    is_open = bool(subject.rows) and not (named or ellipsis.is_of_resort(plain))
    wish = _without_kind(words, plain, snapshot, subject) if is_open else words
    names = frozenset[str]()
    if is_open:
        names = ellipsis.names_of_others(words, snapshot, subject_rows)
    return Reading(
        text=plain,
        original=spelt,
        language=language,
        masked=masked if mentions else plain,
        words=words,
        named=named,
        named_as=tuple((own.name.item_id, own.name.words) for own in mentions),
        hangs_on=is_open
        and (
            bool(chosen_among)
            or ellipsis.is_incomplete(plain, wish, names)
            or ellipsis.is_ellipsis(plain, words, snapshot, subject_rows, names)
        ),
        points_back=is_open and ellipsis.points_back(plain),
        subject=subject,
        focus_name=focus_name,
        subject_rows=subject_rows,
        chosen_among=chosen_among,
        names_nothing=is_open and ellipsis.names_nothing(plain, wish, names),
        kinds=ellipsis.kinds_asked_for(plain),
        kind_alone=ellipsis.kind_alone(words),
    )


def in_english(text: str, language: str, snapshot: PropertySnapshot) -> str:
    """The text in plain English, whatever the conversation was about before."""
    english = question_words.english(_spelt(text, language, snapshot), language)
    # "Show me all the restaurants" is about no show.
    return rewriting.in_plain_words(_SHOW_ME.sub("tell me", english))


def _spelt(text: str, language: str, snapshot: PropertySnapshot) -> str:
    return snapshot.plain(_REDACTED.sub(" ", text), language)


def _without_kind(
    words: tuple[str, ...], text: str, snapshot: PropertySnapshot, subject: Subject
) -> tuple[str, ...]:
    """ "Is the restaurant open?" says no more than "is it open?"."""
    if not subjects.row_of_kind(subject, text, snapshot):
        return words
    of_kind = subjects.kind_words_of_earlier(text)
    return tuple(word for word in words if word not in of_kind)


def _with_carried_topic(text: str, snapshot: PropertySnapshot, subject: Subject) -> str:
    """ "What is the minimum age to drink" for "and to drink?", after an age.

    Not where the words belong to what is talked about: "what about vegans?". After a
    question about hours another day asks for hours: "and for dinner on Sunday?".
    """
    mentions = snapshot.mentions(text)
    if carried_topic.repeats(mentions, subject, text):
        return text
    is_timed = subject.topic in _TIMED
    day_stems = stems(asked_time.day_words(text.lower())) if is_timed else ()
    own_words = _content_stems(_masked(text, mentions))
    words = tuple(word for word in own_words if word not in day_stems)
    full = carried_topic.completed(text, subject.topic, words, ellipsis.asking_words())
    own_rows = subjects.current_rows(subject, text, snapshot)
    is_of_subject = bool(own_rows) and not mentions
    if full and is_of_subject and day_stems:
        asks = topics.carried_wording(subject.topic)
        return full.replace(asks, f"{asks} of it", 1)
    if not full or (is_of_subject and ellipsis.is_of_rows(words, snapshot, own_rows)):
        return text
    return _with_carried_day(full, subject) if is_timed else full


def _with_carried_day(text: str, subject: Subject) -> str:
    """ "And Tuscany?", after the hours of another place on Christmas Day."""
    day = asked_time.day_words(subject.question.lower())
    return text if not day or asked_time.day_words(text.lower()) else f"{text} on {day}"


def day_alone(text: str) -> str:
    """What is asked by a day and nothing else: "Christmas?"; empty for other texts."""
    day = normalised(asked_time.day_words(text.lower())).strip()
    return f"are you open on {text}" if day and normalised(text).strip() == day else ""


def _masked(text: str, mentions: Iterable[Mention]) -> str:
    """With "it" for the rows that it names."""
    masked = normalised(text)
    for mention in mentions:
        masked = masked.replace(f" {mention.name.words} ", " it ")
    return masked.strip()


def _content_stems(text: str) -> tuple[str, ...]:
    return tuple(word for word in dict.fromkeys(stems(text)) if word not in EMPTY)


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
