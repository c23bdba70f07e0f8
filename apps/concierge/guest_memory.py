"""What the graph knows of the guest who writes, apart from the conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class RememberedFact:
    """What the guest has told of himself, as it may be shown to him.

    key and value: as they are stored. words: in a language, "Food: vegetarian", and
    value_words "vegetarian".
    names: by which he may call it. quote: his own words. told_in: id of the message.
    label: a word of its kind that may mean something else as well. is_current: it is
    neither too old to count on, nor of a visit that is over. parts: of a list, each
    choice as a fact of its own; they are the facts that have `is_part`.
    """

    key: str
    value: Any
    words: str
    value_words: str
    names: tuple[str, ...]
    quote: str
    told_in: str
    is_current: bool = True
    label: str = ""
    parts: tuple[RememberedFact, ...] = ()
    is_part: bool = False


@dataclass(frozen=True)
class Doubt:
    """Several values that the guest gives for a fact. question: which of them is right.

    answers: what he may press; empty where he has to write it.
    """

    question: str
    answers: Sequence[str] = ()


@dataclass(frozen=True)
class Telling:
    """What a message tells of its guest.

    asks_nothing: it does nothing else, so there is nothing to look up. words_besides:
    how many are of no fact. doubt: it says two things that cannot both be
    true. is_of_stay: some of it is a plan or a taste, of which nobody tells in danger.
    is_of_loss: it asks nothing, and somebody dear to the guest has died.
    is_of_mourning: it tells of that, whatever it asks. is_of_address: it only says what
    the guest is called, or how to write to him.
    needs: of the guest, which it tells beside a question; question: that alone, "where
    can we eat?"; empty without needs, and there are none where one is taken back beside
    the question. is_need_asked: it asks for a diet, "any vegan options?", or for food
    that suits one. is_need_unread: the search does not understand the language of the
    question.
    """

    asks_nothing: bool = False
    words_besides: int = 0
    doubt: Doubt | None = None
    is_of_stay: bool = False
    is_of_loss: bool = False
    is_of_mourning: bool = False
    is_of_address: bool = False
    needs: Sequence[RememberedFact] = ()
    question: str = ""
    is_need_asked: bool = False
    is_need_unread: bool = False


class GuestMemory(Protocol):
    """What is remembered of the guest who writes."""

    @property
    def is_kept(self) -> bool:
        """Whether the guest agreed to be remembered beyond this conversation."""

    def facts(self, language: str) -> Sequence[RememberedFact]:
        """All facts that are remembered, with words in this language."""

    async def forget(self, unwanted: Sequence[RememberedFact]) -> None:
        """Deletes these facts for good; of a part, that choice alone."""

    async def forget_everything(self) -> None:
        """Deletes all, and what messages that are being answered tell."""


class NoMemory:
    """The `GuestMemory` of a guest who has told nothing."""

    is_kept = False

    def facts(self, language: str) -> Sequence[RememberedFact]:
        return ()

    async def forget(self, unwanted: Sequence[RememberedFact]) -> None: ...

    async def forget_everything(self) -> None: ...
