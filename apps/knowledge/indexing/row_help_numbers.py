"""Holds back sentences of a row that send guests in need to a number of its own.

One person saves a row, and two change a helpline. See
docs/decisions/0068-two-people-change-a-helpline.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from apps.knowledge.indexing import help_numbers, instruction_filter
from apps.knowledge.indexing.help_numbers import HelpNumbers
from apps.knowledge.models import HeldSentence, Sentence
from apps.properties.models import Property

Reason = HeldSentence.Reason


def sifted(
    place: Property, title: str, lines: tuple[Sentence, ...]
) -> tuple[tuple[Sentence, ...], list[HeldSentence]]:
    """The sentences that may be found and quoted, and those that are held back."""
    if not help_numbers.are_about_help(title, *(line["text"] for line in lines)):
        return lines, []
    find = partial(_astray, help_numbers.of(place), title)
    return instruction_filter.sifted(lines, find)


def reason(place: Property, title: str) -> str:
    """Why guests must not be told the title; empty if they may."""
    if not help_numbers.are_about_help(title):
        return ""
    is_astray = help_numbers.of(place).are_bypassed_by(title)
    return Reason.NUMBER if is_astray else ""


def _astray(numbers: HelpNumbers, title: str, text: str) -> Iterator[tuple[str, str]]:
    """Sentences with such a number, or that forbid a call; the title and their
    neighbours may say what a number is for."""
    sentences = instruction_filter.sentences_of(text)
    for place, sentence in enumerate(sentences):
        neighbours = sentences[max(place - 1, 0) : place + 2]
        if numbers.are_bypassed_by(sentence, (title, *neighbours)):
            yield sentence, Reason.NUMBER
