"""The examples of `learnt_meanings`: messages by what they want of the bookings.

What guests ask about the resort, whose records answer it, is of no meaning.
"""

from __future__ import annotations

from apps.conversations.turns.bookings.words.learnt_meanings import NONE
from benchmarks.training import questions
from benchmarks.training.labelled_messages import EXAMPLES, Example
from benchmarks.training.questions import UNANSWERED

AUTHORS = EXAMPLES / "booking_meanings"
HELD_BACK = EXAMPLES / "booking_meanings_held_back"
# Author of the questions about resorts.
RECORDS = "records"


def of_records() -> list[Example]:
    """Questions that a resort's records answer."""
    return [
        Example(question.text, NONE, conversation.language, RECORDS)
        for conversation in questions.read()
        for question in conversation.questions
        if question.rows and question.shape not in UNANSWERED
    ]
