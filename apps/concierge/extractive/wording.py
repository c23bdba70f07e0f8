"""Writes chosen facts as an answer: every sentence as it stands, with its marker."""

from collections.abc import Sequence
from itertools import groupby

from apps.concierge.extractive.prompt_reader import Fact, Reading
from apps.concierge.extractive.selection import Selection
from apps.infrastructure import patterns
from apps.language.word_forms import content, stems

# The only words of the answer that no passage holds; they state no fact.
LIST_OPENING = "Here is what fits:"
LIST_GOES_ON = "There is more to choose from: tell me what you like best."
OVERVIEW_OPENING = "With pleasure."

_SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'\u201c]")
# A record's "Yes, ..." answers its own question, not the guest's.
_VERDICT = patterns.compile(r"(?:yes|no|s\u00ed|si|oui|non)[,.!:]\s+", "i")
_SHORT = 320
_SENTENCES_OF_A_LONG_FACT = 2


def write(selection: Selection, reading: Reading) -> str:
    """Plain text with markers such as [1]; the prompt's excuse where nothing fits."""
    if not selection.facts:
        return reading.unknown
    if selection.kind == "list":
        told = _listed(selection.facts, reading.question)
        return f"{told}\n\n{LIST_GOES_ON}" if selection.more else told
    said = " ".join(
        _introduced(row, list(found), reading)
        for row, found in groupby(selection.facts, key=lambda fact: fact.row)
    )
    return f"{OVERVIEW_OPENING} {said}" if selection.kind == "overview" else said


def _listed(facts: Sequence[Fact], question: str) -> str:
    rows = groupby(facts, key=lambda fact: fact.row)
    bullets = [_bullet(row, list(found), question) for row, found in rows]
    return "\n".join([LIST_OPENING, "", *bullets])


def _introduced(row: str, facts: Sequence[Fact], reading: Reading) -> str:
    """A place that neither the talk nor the record names is named first."""
    said = " ".join(_said(fact, reading.question) for fact in facts)
    talk = stems(f"{reading.question} {reading.before} {reading.said}")
    # "Which spas are there" does not name the "G Spa": most of the name has to be said.
    named = set(stems(row))
    is_known = facts[0].kind == "faq" or 2 * len(named & set(talk)) > len(named)
    return said if is_known or row in said else f"{row}: {said}"


def _bullet(row: str, facts: Sequence[Fact], question: str) -> str:
    said = " ".join(_said(fact, question, most=1) for fact in facts)
    return f"- {said}" if row in facts[0].text else f"- {row}: {said}"


def _said(fact: Fact, question: str, most: int = _SENTENCES_OF_A_LONG_FACT) -> str:
    sentences = _sentences(fact, question, most)
    return " ".join(f"{_ended(sentence)} [{fact.number}]" for sentence in sentences)


def _sentences(fact: Fact, question: str, most: int) -> list[str]:
    """All of a short fact; of a long one the sentences nearest to the question."""
    asked = content(stems(question))
    text = fact.text if asked <= fact.words else _without_verdict(fact.text)
    sentences = _SENTENCE_END.split(text)
    if len(text) <= _SHORT and most > 1:
        return sentences
    order = sorted(sentences, key=lambda said: -len(asked & set(stems(said))))
    kept = order[:most]
    return [sentence for sentence in sentences if sentence in kept]


def _without_verdict(text: str) -> str:
    verdict = _VERDICT.match(text)
    rest = text[verdict.end() :] if verdict else ""
    return rest[:1].upper() + rest[1:] if rest else text


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
