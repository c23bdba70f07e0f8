"""What a guest says to a proposal, or after it was sent, in phrases or his own words.

`decisions` knows phrases; where they decide nothing, `learnt_replies` judges the words.
"""

from __future__ import annotations

from dataclasses import replace

from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    learnt_replies,
    phrases,
    selection,
)
from apps.conversations.turns.bookings.words.decisions import Decision, Word
from apps.conversations.turns.bookings.words.learnt_replies import Reply
from apps.conversations.turns.bookings.words.phrase_patterns import any_piece, whole
from apps.infrastructure import patterns
from apps.language import normalise
from apps.language.vocabulary import numerals
from apps.reservations.models import RequestKind

_REQUEST = patterns.compile(
    r"\b(?:requests?|solicitud(?:es)?|peticion(?:es)?|demandes?|pedidos?|solicitac\w+|"
    r"anfragen?|richiest[ae])\b"
)
# "Sorry" alone, which may end a wish, calls nothing off.
_NO = patterns.compile(
    r"\b(?:no|nope|nah|dont|do not|never ?mind|forget|non|pas|laisse[zr]?|oubliez|nein|"
    r"nao|olvid\w+|dejal[oa])\b"
)


def to_proposal(text: str, kind: str, *, is_offer: bool = False) -> Decision:
    """Like `decisions.read`, in words that no phrase knows as well.

    Such words decide on what was asked alone: they name nothing else, and no value.
    Where they may say yes or no, and are not sure to, the guest is asked.
    """
    decision = decisions.read(text, kind, is_offer=is_offer)
    if decision.word in {Word.YES, Word.NO} or decision.is_conditional:
        return decision
    reply = learnt_replies.to_proposal(text)
    if reply == Reply.CHANGE:  # "mejor tres": a doubt for the phrases
        return replace(decision, word=Word.NONE)
    if reply == Reply.WAIT:
        return replace(decision, word=Word.UNCLEAR, asks_for_time=True)
    words = phrases.words_of(text)
    if selection.kinds_in(words) or decisions.kinds_in(words) - {kind}:
        return decision
    return _in_own_words(text, decision, reply)


def _in_own_words(text: str, decision: Decision, reply: Reply) -> Decision:
    if reply == Reply.NO:
        return Decision(Word.NO, is_firm=True)
    if decision.word != Word.NONE or _has_values(text):
        return decision
    if reply == Reply.YES:
        return Decision(Word.YES)
    may_decide = learnt_replies.may_decide(text)
    return replace(decision, word=Word.UNCLEAR) if may_decide else decision


def takes_back(text: str, kind: str, *, in_own_words: bool = False) -> bool:
    """Whether the whole message takes back what was just sent; a mere "no" does not.

    kind: of that request; empty where it is not known. in_own_words: words that no
    phrase knows count as well.
    """
    words = phrases.words_of(text)
    if len(text) > decisions.LONGEST or any_piece("no_takes_back always").search(words):
        return False
    is_cancellation = kind in {"", RequestKind.CANCEL}
    if not is_cancellation and any_piece("no_takes_back other").search(words):
        return False
    decision = decisions.read(text)
    if decision.is_firm and not decision.other_clauses:
        return True
    if decision.word == Word.YES and decision.names_act:  # "fine, send it anyway"
        return False
    if in_own_words and learnt_replies.after_sending(text) == Reply.TAKE_BACK:
        return not normalise.has_question_mark(text)
    pieces = whole("takes_back", "declines", "pauses", "fillers")
    is_all = all(pieces.search(words) for _, words in decisions.clauses_of(text))
    return is_all and bool(any_piece("takes_back").search(words))


def orders_sending(text: str) -> bool:
    """Whether the whole message has a request sent, and says not which: "send the
    request"."""
    decision = decisions.read(text)
    is_order = decision.word == Word.YES and decision.names_act and decision.is_whole
    return is_order and bool(_REQUEST.search(decision.about))


def is_called_off(text: str) -> bool:
    """Whether a message takes back at its end what it began with: "cancel it. actually
    no, don't"."""
    clauses = decisions.clauses_of(text)
    if len(clauses) < 2 or normalise.has_question_mark(text):  # noqa: PLR2004
        return False
    last, words = clauses[-1]
    return bool(_NO.search(words)) and decisions.is_no(last)


def is_after_sending(text: str) -> bool:
    """Whether it takes back what was sent, or asks how it stands."""
    reply = learnt_replies.after_sending(text)
    return reply in {Reply.TAKE_BACK, Reply.STATUS} or takes_back(text, "")


def _has_values(text: str) -> bool:
    is_plain = dates.read(text, dates.ANY_DAY).is_empty
    words = phrases.words_of(text).split()
    has_number = any(map(str.isdigit, text)) or any(
        (numerals.number_of(word) or 0) > 1 for word in words
    )
    return has_number or not is_plain
