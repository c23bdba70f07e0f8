"""The weights read replies by an author they were not learnt from."""

from __future__ import annotations

import pytest

from apps.conversations.turns.bookings.words import learnt_replies
from apps.conversations.turns.bookings.words.learnt_replies import Reply
from benchmarks.training import booking_replies
from benchmarks.training.booking_replies import Judged

EVERY = 9
READ = {
    "pending": learnt_replies.to_proposal,
    "sent": learnt_replies.after_sending,
}


def judged(state: str) -> list[Judged]:
    examples = booking_replies.read(booking_replies.HELD_BACK, state)[::EVERY]
    return [(example, READ[state](example.text)) for example in examples]


@pytest.mark.parametrize(("state", "least_share"), [("pending", 0.35), ("sent", 0.55)])
def test_many_are_read_and_few_mistaken(state: str, least_share: float) -> None:
    replies = judged(state)
    own = [(each, reply) for each, reply in replies if each.label != Reply.NONE]
    right = [each for each, reply in own if reply == each.label]
    mistaken = [each for each, reply in own if reply not in {each.label, Reply.NONE}]
    assert len(right) >= least_share * len(own)
    assert len(mistaken) <= 0.1 * len(own)


def test_hardly_anything_else_sends_a_request() -> None:
    replies = judged("pending")
    not_agreeing = [reply for each, reply in replies if each.label != Reply.YES]
    assert not_agreeing.count(Reply.YES) <= 0.02 * len(not_agreeing)


@pytest.mark.parametrize("state", booking_replies.STATES)
def test_authors_agree_on_the_labels(state: str) -> None:
    folders = (booking_replies.AUTHORS, booking_replies.HELD_BACK)
    labels = {
        own.label for folder in folders for own in booking_replies.read(folder, state)
    }
    assert labels == set(booking_replies.STATES[state].labels)
