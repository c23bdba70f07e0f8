"""Writes chosen facts as an answer: every sentence as it stands, with its marker."""

from collections.abc import Sequence
from itertools import groupby

from apps.concierge.extractive.facts import Fact, SpeakerRequest
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


def write(selection: Selection, request: SpeakerRequest) -> str:
    """Plain text with markers such as [1]; `unknown` where nothing fits."""
    if not selection.facts:
        return request.unknown
    if selection.kind == "list":
        text = _listed(selection.facts, request.question)
        return f"{text}\n\n{LIST_GOES_ON}" if selection.more else text
    text = " ".join(
        _introduced(row, list(facts), request)
        for row, facts in groupby(selection.facts, key=lambda fact: fact.row)
    )
    return f"{OVERVIEW_OPENING} {text}" if selection.kind == "overview" else text


def _listed(facts: Sequence[Fact], question: str) -> str:
    rows = groupby(facts, key=lambda fact: fact.row)
    bullets = [_bullet(row, list(row_facts), question) for row, row_facts in rows]
    return "\n".join([LIST_OPENING, "", *bullets])


def _introduced(row: str, facts: Sequence[Fact], request: SpeakerRequest) -> str:
    """A place that neither the talk nor the record names is named first."""
    text = " ".join(_sentence(fact, request.question) for fact in facts)
    talk = stems(
        f"{request.question} {request.previous_question} {request.last_answer}"
    )
    # "Which spas are there" does not name the "G Spa": most of the name must be there.
    name = set(stems(row))
    is_named = facts[0].kind == "faq" or 2 * len(name & set(talk)) > len(name)
    return text if is_named or row in text else f"{row}: {text}"


def _bullet(row: str, facts: Sequence[Fact], question: str) -> str:
    text = " ".join(_sentence(fact, question, most=1) for fact in facts)
    return f"- {text}" if row in facts[0].text else f"- {row}: {text}"


def _sentence(fact: Fact, question: str, most: int = _SENTENCES_OF_A_LONG_FACT) -> str:
    sentences = _sentences(fact, question, most)
    return " ".join(f"{_ended(sentence)} [{fact.number}]" for sentence in sentences)


def _sentences(fact: Fact, question: str, most: int) -> list[str]:
    """All of a short fact; of a long one the sentences nearest to the question."""
    words = content(stems(question))
    text = fact.text if words <= fact.words else _without_verdict(fact.text)
    sentences = _SENTENCE_END.split(text)
    if len(text) <= _SHORT and most > 1:
        return sentences
    ranked = sorted(sentences, key=lambda text: -len(words & set(stems(text))))
    return [sentence for sentence in sentences if sentence in ranked[:most]]


def _without_verdict(text: str) -> str:
    verdict = _VERDICT.match(text)
    answer = text[verdict.end() :] if verdict else ""
    return answer[:1].upper() + answer[1:] if answer else text


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
