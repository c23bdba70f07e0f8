"""The row that a question is about: the one it names, points back to or goes on with.

Most questions do not name their place ("Is there parking?"): the newest mention of a
row's name or alias, by guest or concierge, wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import rewriting
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.row_names import Name, normalised
from apps.knowledge.question.subject import NO_SUBJECT, Subject

# As many as a comparison sets side by side: more than anybody names in one message.
MAX_ROWS_IN_FOCUS = 20
MAX_CHOICES = 5
SHORT_QUESTION = 4
BACK_REFERENCE = patterns.compile(
    r"\b(it|its|there|they|them|their|that place|this place)\b", "i"
)
# "Is there a pool?" points at nothing.
EXISTENCE = patterns.compile(
    r"\b((is|are|was|were|will) there|there(\s+(is|are|was|were|will)|'s))\b", "i"
)

_ORDINALS = tuple(
    patterns.compile(
        rf"\b({words}) (one|place|option)\b|^(and )?(the )?({words})$|"
        rf"\bthe ({words})$|\bnumber ({number})\b"
    )
    for words, number in (
        ("first|1st|former", "one|1"),
        ("second|2nd|latter", "two|2"),
        ("third|3rd", "three|3"),
        ("fourth|4th", "four|4"),
    )
)
_LAST = patterns.compile(r"\bthe last( one| place| option|$)")
# Words that only make sense of one kind of row, whatever row was named last.
_OF_KIND = (
    (
        frozenset({Item.Kind.ROOM, Item.Kind.TOWER, Item.Kind.AMENITY}),
        patterns.compile(
            r"\b(rooms?|beds?|bedrooms?|mattress(es)?|bathrooms?|hotel)\b"
        ),
    ),
    (
        frozenset({Item.Kind.RESTAURANT}),
        patterns.compile(
            r"\b(menu|dish(es)?|meals?|waiters?|portions?|food|restaurant)\b"
        ),
    ),
)

_ASKS_FOR_ALL = patterns.compile(r"\b(names? of|list|all( of)?( the| your)?)\b", "i")


@dataclass(frozen=True)
class Question:
    """What to look for.

    focus: the rows talked about. is_named: whether the question itself names them.
    subjects: ids of these rows and of those that belong to them, as a venue's shows.
    previous: the guest's last question, when this one is too short to stand alone.
    choices: the rows that `part`, a piece of a name, may mean.
    """

    text: str
    focus: tuple[Name, ...] = ()
    is_named: bool = False
    subjects: tuple[int, ...] = ()
    previous: str = ""
    choices: tuple[Name, ...] = ()
    part: str = ""

    @property
    def is_about_focus(self) -> bool:
        """Whether it names its place, or points back at it."""
        return self.is_named or bool(self.focus and self._points_back)

    @property
    def _points_back(self) -> bool:
        return bool(BACK_REFERENCE.search(EXISTENCE.sub("", self.text)))

    @property
    def wordings(self) -> list[str]:
        """The texts to embed: the bare question, then one with its context."""
        if self.focus:
            title = self.focus[-1].title
            return [self.text, rewriting.full_question(self.text, title)]
        if self.previous:
            return [self.text, f"{self.previous} {self.text}"]
        return [self.text]


def question(
    snapshot: PropertySnapshot,
    text: str,
    earlier: Sequence[str],
    subject: Subject = NO_SUBJECT,
) -> Question:
    """The question with its focus; `earlier` holds the turns before, newest first.

    subject: what the conversation is about; without one the earlier texts decide.
    """
    mentions = subjects.mentions(text, subject, snapshot)
    named = [mention.name for mention in mentions]
    rows = named[-MAX_ROWS_IN_FOCUS:] or _picked(text, earlier, snapshot, subject)
    part, choices = ("", []) if rows else snapshot.names_with_part(text)
    carried = [] if rows else _carried(text, earlier, snapshot, subject)
    if len(choices) == 1:
        rows = choices
    is_open = not rows and 1 < len(choices) <= MAX_CHOICES
    is_open = is_open and not _ASKS_FOR_ALL.search(text)
    carried_ids = {name.item_id for name in carried}
    is_carried = any(name.item_id in carried_ids for name in choices)
    is_carried = is_carried and not subject.is_list  # "the steakhouse", after two
    return Question(
        text,
        tuple(rows or carried),
        is_named=bool(rows),
        subjects=_subjects(rows or carried, snapshot),
        previous=_previous(text, earlier, named),
        choices=tuple(choices) if is_open and not is_carried else (),
        part=part,
    )


def _carried(
    text: str, earlier: Sequence[str], snapshot: PropertySnapshot, subject: Subject
) -> list[Name]:
    """The row named last, if possible of a kind that the question can be about."""
    if subject.rows:
        return snapshot.names_of(subjects.current_rows(subject, text, snapshot)[:2])[:1]
    lower = text.lower()
    kinds = next((kinds for kinds, words in _OF_KIND if words.search(lower)), None)
    newest: list[Name] = []
    for turn in earlier:
        for mention in reversed(snapshot.mentions(turn)):
            newest = newest or [mention.name]
            if kinds is None or mention.name.kind in kinds:
                return [mention.name]
    return newest


def _picked(
    text: str, earlier: Sequence[str], snapshot: PropertySnapshot, subject: Subject
) -> list[Name]:
    """The second of the rows that the concierge named just now."""
    mentions = snapshot.mentions(earlier[0]) if earlier else []
    listed = snapshot.names_of(subject.rows) if subject.is_list else []
    names = listed or [mention.name for mention in mentions]
    lower = text.lower().strip(" .!?")
    if len(names) > 1 and _LAST.search(lower):
        return names[-1:]
    for position, words in enumerate(_ORDINALS):
        if words.search(lower) and position < len(names) > 1:
            return [names[position]]
    return []


def _subjects(rows: Sequence[Name], snapshot: PropertySnapshot) -> tuple[int, ...]:
    """The rows and what belongs to them: a venue's shows, a show's venue."""
    ids = [row.item_id for row in rows]
    for pair in snapshot.show_venues:
        if any(row.item_id in pair for row in rows):
            ids += pair
    return tuple(dict.fromkeys(ids))


def _previous(text: str, earlier: Sequence[str], named: Sequence[Name]) -> str:
    """The guest's previous question, when this one is too short to stand alone.

    A name alone answers "Which one do you mean?". `earlier` begins with the concierge's
    answer, followed by the guest's words.
    """
    is_name = any(normalised(text).strip() == name.words for name in named)
    is_incomplete = is_name or len(text.split()) <= SHORT_QUESTION
    return earlier[1] if is_incomplete and len(earlier) > 1 else ""
