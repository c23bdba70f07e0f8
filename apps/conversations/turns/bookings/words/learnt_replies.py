"""What a guest says to a proposal, or after sending it, judged by learnt weights.

`decisions` reads the words that it was written for, and decides where it knows them.
Weights read the others: "pull the trigger", "my husband just fixed it".
`manage.py train_booking_replies` writes them, and `manage.py eval_booking_replies` says
how often they are right.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from apps.conversations.turns.bookings.words.learnt_labels import LONGEST, LearntLabels
from apps.infrastructure import patterns
from apps.language import normalise
from apps.language.classifier import Floats

DATA = Path(__file__).parent / "data"
MOST_REMEMBERED = 64
# Of a yes and a no together, where neither is sure.
LEAST_CHANCE_OF_DECISION = 0.5
# Of neither a yes, a no, another value nor a wish for time.
LEAST_CHANCE_BESIDE = 0.8
# "Ok what about it", with or without its mark.
_QUESTION = patterns.compile(
    r"^(?:(?:ok|okay|so|and|but|yes|yeah|sure|well|right|hmm|um|then|y|pues|entonces|et|"
    r"alors|bon|oui|si|e|und|ja|also) )*(?:what|whats|how|why|when|where|who|which|"
    r"que|cual|como|cuando|donde|quoi|quel|quelle|comment|pourquoi|quand|combien|ou|"
    r"qual|quando|onde|was|wie|warum|wann|wo|wer|cosa|perche|dove)\b"
)
# Phrases know the shorter ones.
SHORTEST_YES = 12


class Reply(StrEnum):
    """CHANGE: other values. TAKE_BACK, STATUS: of what has been sent."""

    YES = "yes"
    NO = "no"
    CHANGE = "change"
    WAIT = "wait"
    TAKE_BACK = "take_back"
    STATUS = "status"
    NONE = "none"


# By what the guest was told last: a proposal that waits for him, or that it was sent.
PENDING = LearntLabels(
    DATA / "pending.npz",
    (Reply.YES, Reply.NO, Reply.CHANGE, Reply.WAIT, Reply.NONE),
)
SENT = LearntLabels(
    DATA / "sent.npz", (Reply.TAKE_BACK, Reply.STATUS, Reply.CHANGE, Reply.NONE)
)
# Least chances. A yes sends something and a no drops it; who is told how it stands, or
# to take his time, can say it again.
LEAST_CHANCES = {
    Reply.YES: 0.9,
    Reply.NO: 0.93,
    Reply.CHANGE: 0.85,
    Reply.WAIT: 0.8,
    Reply.TAKE_BACK: 0.85,
    Reply.STATUS: 0.7,
    Reply.NONE: 0.0,
}


def to_proposal(text: str) -> Reply:
    """`NONE` where nothing is sure; a question agrees to nothing, nor does one word."""
    visible = normalise.visible(text).strip()
    reply = _judge(PENDING, visible)
    is_too_little = len(visible) < SHORTEST_YES or normalise.has_question_mark(text)
    is_question = bool(_QUESTION.search(normalise.words(visible)))
    is_open = is_too_little or is_question
    return Reply.NONE if is_open and reply == Reply.YES else reply


def may_decide(text: str) -> bool:
    """Whether a text is likelier a yes or a no to a proposal than anything else."""
    chances = _chances(PENDING, normalise.visible(text).strip())
    if chances is None:
        return False
    places = [PENDING.labels.index(reply) for reply in (Reply.YES, Reply.NO)]
    return bool(chances[places].sum() > LEAST_CHANCE_OF_DECISION)


def is_beside(text: str) -> bool:
    """Whether a text is surely no answer to a proposal at all."""
    chances = _chances(PENDING, normalise.visible(text).strip())
    place = PENDING.labels.index(Reply.NONE)
    return chances is not None and bool(chances[place] >= LEAST_CHANCE_BESIDE)


def after_sending(text: str) -> Reply:
    """Like `to_proposal`, of a request that waits with the team."""
    return _judge(SENT, normalise.visible(text).strip())


def _judge(learnt: LearntLabels, text: str) -> Reply:
    chances = _chances(learnt, text)
    return Reply.NONE if chances is None else of_chances(learnt, chances)


@lru_cache(MOST_REMEMBERED)
def _chances(learnt: LearntLabels, text: str) -> Floats | None:
    return learnt.chances(text) if len(text) <= LONGEST else None


def of_chances(learnt: LearntLabels, chances: Floats) -> Reply:
    """The likeliest where it is sure; chances: of each of its labels."""
    place = int(chances.argmax())
    reply = Reply(learnt.labels[place])
    return reply if chances[place] >= LEAST_CHANCES[reply] else Reply.NONE
