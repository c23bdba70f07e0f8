"""What a guest decides on what he was asked: yes or no, and what he says besides.

A message is read clause by clause. A clause agrees only where all of it does, and a
clear no counts wherever it stands: what a guest takes back is never sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.concierge.routing import offers
from apps.conversations.turns.bookings.words import phrase_patterns, phrases
from apps.conversations.turns.bookings.words.phrase_patterns import (
    any_piece,
    condition,
    only,
    whole,
)
from apps.infrastructure import patterns
from apps.reservations.models import RequestKind

_CLAUSE_ENDS = patterns.compile(
    r"[,;!?\n\u2026\u2013\u2014\uff0c\u3002\uff1b\uff01\uff1f\u3001]+|\.+(?:\s|$)|"
    r"\s-\s|\b(?:but|however|pero)\b|\u4f46\u662f?|\u4e0d\u8fc7",
    "i",
)
# "Mais" and "mas" are also "more".
_YES_BUT = patterns.compile(
    r"^\s*(oui|d'accord|si|sí|ja|sim|ok|okay|vale|non|nein|no|não),?\s+"
    r"(?:mais|mas|aber|ma)\s",
    "i",
)
_THUMB_UP = patterns.compile("[\U0001f44d\U0001f44c\u2705]")
_THUMB_DOWN = patterns.compile("\U0001f44e")
_EXCLUSION = patterns.compile(
    r"^(?:just |only |but )*(?:not|except|without|leave out|no|sin|excepto|menos|pas|"
    r"sauf|sans|nicht|ohne|nao|non|senza)(?: for)? (?:the|my|our|that|this|la|el|mi|"
    r"las|los|le|les|mon|ma|mes|die|der|das|den|o|a|il)\b"
)
# Longer messages say more than a decision.
LONGEST = 300


class Word(StrEnum):
    """UNCLEAR: it may be a yes or a no."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    NONE = ""


class _Sense(StrEnum):
    """What a clause says. ACT: a yes that says what to do: "send it"."""

    YES = "yes"
    ACT = "act"
    NO = "no"
    FIRM_NO = "firm no"
    KEEP = "keep"
    MIXED = "mixed"
    PAUSE = "pause"
    CONDITION = "condition"
    CONDITIONAL_YES = "conditional yes"
    FILLER = "filler"
    OTHER = "other"


_NOS = frozenset({_Sense.NO, _Sense.FIRM_NO, _Sense.KEEP})
_YESES = frozenset({_Sense.YES, _Sense.ACT})
_OTHERS = frozenset({_Sense.OTHER, _Sense.CONDITION})
_Clauses = Sequence[tuple[str, str, _Sense]]


@dataclass(frozen=True)
class Decision:
    """about: folded words of the clauses that decide. other_clauses: what else is said,
    as it was written. is_firm: it is no mere "no", which may begin a correction. keeps:
    a booking is to stay. names_act: the yes says what to do. is_conditional: it is a
    yes "if it is free" and the like, so that it is unclear. asks_for_time: he cannot
    decide yet.
    """

    word: Word = Word.NONE
    about: str = ""
    other_clauses: Sequence[str] = ()
    is_firm: bool = False
    keeps: bool = False
    names_act: bool = False
    is_conditional: bool = False
    asks_for_time: bool = False

    @property
    def remainder(self) -> str:
        return ", ".join(self.other_clauses)

    @property
    def excludes(self) -> bool:
        """Whether it leaves something out: "yes but not the dinner"."""
        words = map(phrases.words_of, self.other_clauses)
        return any(map(_EXCLUSION.search, words))

    @property
    def is_whole(self) -> bool:
        """Whether the message is a yes or a no, and says nothing besides."""
        return self.word in {Word.YES, Word.NO} and not self.other_clauses

    @property
    def kinds(self) -> set[RequestKind]:
        """Kinds of requests that the deciding clauses name."""
        return kinds_in(self.about)


def read(text: str, kind: str = "", *, is_offer: bool = False) -> Decision:
    """kind: of the request that the guest was asked about; empty where there is none.

    is_offer: staff offer something, so that "I take it" agrees.
    """
    if len(text) > LONGEST:
        return Decision(other_clauses=[text])
    clauses = [
        (clause, words, _sense(words, kind, is_offer=is_offer))
        for clause, words in clauses_of(_in_words(text))
    ]
    if _are_conditional(clauses):
        return Decision(Word.UNCLEAR, other_clauses=[text], is_conditional=True)
    if any(sense in _NOS for *_, sense in clauses):
        return _no_of(clauses)
    other_clauses = [clause for clause, _, sense in clauses if sense in _OTHERS]
    agreeing = [each for each in clauses if each[2] in _YESES]
    about = " . ".join(words for _, words, _ in agreeing)
    names_act = any(sense == _Sense.ACT for *_, sense in clauses)
    is_doubtful = any(sense in {_Sense.MIXED, _Sense.PAUSE} for *_, sense in clauses)
    if is_doubtful and not names_act:
        return Decision(Word.UNCLEAR, about, other_clauses)
    if agreeing or (clauses and not other_clauses and offers.is_yes(text)):
        return Decision(Word.YES, about, other_clauses, names_act=names_act)
    is_doubtful = any(has_doubts(words) for _, words, _ in clauses)
    return Decision(Word.UNCLEAR if is_doubtful else Word.NONE, "", other_clauses)


def is_no(text: str) -> bool:
    """Whether the whole message declines."""
    decision = read(text)
    return decision.word == Word.NO and not decision.other_clauses


def kinds_in(words: str) -> set[RequestKind]:
    """Kinds of requests that folded words name: "the late checkout"."""
    names = phrase_patterns.kind_names()
    return {kind for kind, pattern in names if pattern.search(words)}


def has_doubts(words: str) -> bool:
    """Whether folded words may say no: "not so sure"."""
    return bool(any_piece("doubts").search(any_piece("no_keeps").sub(" ", words)))


def condition_at_end(text: str) -> str:
    """ "Only if it's free", after other words; empty for courtesies such as "if you
    can"."""
    words = text.split() if len(text) <= LONGEST else []
    ends = (" ".join(words[place:]) for place in range(1, len(words)))
    conditional = (end for end in ends if condition().search(phrases.words_of(end)))
    end = next(conditional, "")
    return "" if whole("fillers").search(phrases.words_of(end)) else end


def clauses_of(text: str) -> list[tuple[str, str]]:
    """Each clause as it was written, and its folded words."""
    clauses = map(str.strip, _CLAUSE_ENDS.split(text))
    return [(each, words) for each in clauses if (words := phrases.words_of(each))]


def _in_words(text: str) -> str:
    text = _YES_BUT.sub(lambda match: f"{match[1]}, ", text)
    return _THUMB_DOWN.sub(" no ", _THUMB_UP.sub(" yes ", text))


def _are_conditional(clauses: _Clauses) -> bool:
    senses = {sense for *_, sense in clauses}
    is_apart = _Sense.CONDITION in senses and not senses.isdisjoint(_YESES)
    return is_apart or _Sense.CONDITIONAL_YES in senses


def _no_of(clauses: _Clauses) -> Decision:
    """A yes beside a no counts where it names another request: "send the other one"."""
    about = " . ".join(words for _, words, sense in clauses if sense in _NOS)
    senses = {sense for *_, sense in clauses}
    is_firm = bool(senses & {_Sense.FIRM_NO, _Sense.KEEP})
    declined = kinds_in(about)
    other_clauses = [
        clause
        for clause, words, sense in clauses
        if sense in _OTHERS or (sense == _Sense.ACT and kinds_in(words) - declined)
    ]
    if not is_firm and _Sense.ACT in senses and not other_clauses:
        return Decision(Word.UNCLEAR, about)
    return Decision(Word.NO, about, other_clauses, is_firm, _Sense.KEEP in senses)


def _sense(words: str, kind: str, *, is_offer: bool) -> _Sense:
    """The first that holds."""
    acts, takes = ("sends", f"acts {kind}"), ("takes",) if is_offer else ()
    agreeing = ("agrees", *acts, *takes)
    yes = (*agreeing, "fillers")
    no = ("declines", f"declines_acts {kind}", "pauses", "fillers")
    is_more = not whole(*yes).search(words)
    not_lost = any_piece("no_keeps").sub(" ", words)
    senses: Sequence[tuple[_Sense, Callable[[], object]]] = (
        (_Sense.FILLER, lambda: whole("fillers").search(words)),
        (_Sense.CONDITIONAL_YES, lambda: is_more and _is_conditional(words, *agreeing)),
        (_Sense.CONDITION, lambda: is_more and condition().search(words)),
        (_Sense.PAUSE, lambda: whole("pauses", "fillers").search(words)),
        (_Sense.FIRM_NO, lambda: any_piece("refuses").search(not_lost)),
        (_Sense.YES, lambda: is_offer and whole("takes", "fillers").search(words)),
        (_Sense.KEEP, lambda: not_lost == words and only("keeps").search(words)),
        (
            _Sense.ACT,
            lambda: whole(*yes).search(words) and any_piece(*acts).search(words),
        ),
        (_Sense.YES, lambda: whole(*yes).search(words)),
        (_Sense.NO, lambda: offers.is_no(words) or whole(*no).search(words)),
        (_Sense.YES, lambda: offers.is_yes(words)),
        (_Sense.MIXED, lambda: whole(*yes, *no).search(words)),
    )
    return next((sense for sense, holds in senses if holds()), _Sense.OTHER)


def _is_conditional(words: str, *yes: str) -> bool:
    """Of "yes if it is free" and "if it is free then yes"; yes: keys of the yes."""
    is_first = phrase_patterns.yes_and_condition(*yes).search(words)
    return bool(is_first or phrase_patterns.condition_and_yes(*yes).search(words))
