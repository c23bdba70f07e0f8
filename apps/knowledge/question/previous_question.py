"""The previous question, asked again of another row: "and Tuscany?"."""

from __future__ import annotations

from dataclasses import replace

from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.focus import Question
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements import reading as readings
from apps.knowledge.statements.reading import Reading
from apps.language.word_forms import stems


def of_name(
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
