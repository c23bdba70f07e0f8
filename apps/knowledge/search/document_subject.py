"""Whether a document is about what a question asks about."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.document_index import DocumentIndex
from apps.knowledge.question import wish_words
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.ranking import Ranked
from apps.knowledge.statements.reading import Reading
from apps.knowledge.statements.scoring import particulars
from apps.language.spelling import things
from apps.language.word_forms import EMPTY, stems

_SOMEWHERE = patterns.compile(r"\b(some|any)(where| ?place)\b", "i")


def answers_other_question(ranked: Ranked, reading: Reading) -> bool:
    """Whether it holds no answer, whatever words it shares with the question."""
    return (
        _looks_for_places(reading.text)
        or _lacks_rule(ranked, reading)
        or _goes_on_elsewhere(ranked, reading)
    )


def _goes_on_elsewhere(ranked: Ranked, reading: Reading) -> bool:
    """Whether it only goes on with a row, and the best sentence is not about that row:
    "may children come in?", of a show, is no question about private events."""
    if not (reading.hangs_on and reading.names_nothing and ranked.chances.any()):
        return False
    names = {*stems(reading.focus_name)} - EMPTY
    return len(names & ranked.best.words) * 2 < len(names)


def _looks_for_places(text: str) -> bool:
    """ "Somewhere quiet to drink" is no rule of a spa's quiet lounge."""
    is_of_places = wish_words.DRINKS.search(text) or wish_words.OPEN.search(text)
    return bool(_SOMEWHERE.search(text) and is_of_places)


def _lacks_rule(ranked: Ranked, reading: Reading) -> bool:
    """Whether a rule of the resort is asked for that the best sentence does not tell:
    how old one must be for the steam room is none for a room."""
    particular = particulars.asked_for(reading.text)
    if not particular or particular.what not in particulars.OF_RESORT:
        return False
    is_told = ranked.chances.any() and particular.sentence.search(ranked.best.text)
    return not is_told


def is_of_another_thing(ranked: Ranked, reading: Reading) -> bool:
    """Whether the question names a row or a thing of which its section says nothing:
    what the grotto costs is no answer to what the museum costs."""
    names = ({*stems(name)} - EMPTY for _, name in reading.named_as)
    if any(name and name <= {*ranked.lacking} for name in names):
        return True
    explained = ellipsis.explained_words(ranked.topic)
    nowhere = {*ranked.lacking}.difference(ranked.index.meeting, explained)
    return any(map(things.names_thing, nowhere))


def sections_elsewhere(
    index: DocumentIndex, ranked: Ranked, reading: Reading
) -> frozenset[int]:
    """Ids of the sections of other documents, where the title of one has a thing that
    the best section lacks: of "spa cancellation policy", not that of events."""
    lacking = {word for word in ranked.lacking if word in things.of_hotels()}
    documents = {row.document for row in index.passages.values() if row.document}
    named = {own.pk for own in documents if lacking & {*stems(own.title)}}
    return frozenset(
        -(passage.section_id or 0)
        for passage in index.passages.values()
        if named and passage.document_id not in named
    )
