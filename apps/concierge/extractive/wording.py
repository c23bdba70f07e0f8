"""Writes the chosen facts as an answer, every fact with the marker of its passage."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from apps.concierge.answer.briefing import NO_CAUTION
from apps.concierge.extractive import guest_language, verdict
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.selection import Selection
from apps.infrastructure import patterns
from apps.language.word_forms import content, stems

_SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'\u201c]")
# A record's "Yes, ..." answers its own question, not the guest's.
_VERDICT = patterns.compile(r"(?:yes|no|s\u00ed|si|oui|non)[,.!:]\s+", "i")
_SHORT = 320
_SHORT_QUOTE = 200
_SENTENCES_OF_A_LONG_FACT = 2


def write(selection: Selection, request: SpeakerRequest) -> str:
    """Plain text with markers such as [1]; `unknown` where nothing fits."""
    if not selection.facts or guest_language.is_guesswork(request):
        return request.not_spoken or request.unknown
    before, after = request.caution.before, request.caution.after
    is_quoted = any(
        guest_language.is_quoted(fact, request.language) for fact in selection.facts
    )
    after = after or (request.further if is_quoted else "")
    if selection.kind == "list":
        opening = guest_language.list_opening(request.language)
        before = before or request.not_spoken or opening
        return "\n\n".join(filter(None, [before, _list(selection, request), after]))
    before = before or request.not_spoken
    sentences = [_sentence(fact, request) for fact in selection.facts]
    opening = _opening(selection, request)
    return " ".join(filter(None, [before, opening, *sentences, after]))


def _list(selection: Selection, request: SpeakerRequest) -> str:
    rows = groupby(selection.facts, key=lambda fact: fact.item_id)
    return "\n".join(_bullet(list(facts), request) for _, facts in rows)


def _opening(selection: Selection, request: SpeakerRequest) -> str:
    """Yes or no; neither where the records meet the question only in part."""
    if request.caution != NO_CAUTION or selection.kind != "answer":
        return ""
    fact = selection.facts[0]
    if guest_language.is_quoted(fact, request.language):
        answer = guest_language.quoted_verdict(request, fact, _quote(fact, request))
    else:
        answer = verdict.of(request.question, fact)
    return guest_language.verdict(answer, request.language)


def _bullet(facts: Sequence[Fact], request: SpeakerRequest) -> str:
    """- Ballo: Open now until 10:00 PM. Ballo serves Italian food."""
    text = " ".join(_sentence(fact, request, most=1) for fact in facts)
    row = facts[0].row
    return f"- {text}" if row in text else f"- {row}: {text}"


def _sentence(
    fact: Fact, request: SpeakerRequest, most: int = _SENTENCES_OF_A_LONG_FACT
) -> str:
    if translation := guest_language.sentence(
        fact, request, _quote(fact, request), is_listed=most == 1
    ):
        return f"{translation} [{fact.number}]"
    sentences = _sentences(fact, request.question, most)
    text = " ".join(f"{_ended(sentence)} [{fact.number}]" for sentence in sentences)
    needs_name = most > 1 and fact.kind != "faq" and fact.row not in fact.text
    return f"{fact.row}: {text}" if needs_name else text


def _quote(fact: Fact, request: SpeakerRequest) -> str:
    """The one sentence of the record that is nearest to the question; its first two
    where the question shares no word with any."""
    if request.language == "en":
        return ""
    nearest = _sentences(fact, request.question, most=1)
    words = content(stems(request.question))
    if len(fact.text) <= _SHORT_QUOTE and not words & set(stems(" ".join(nearest))):
        nearest = _sentences(fact, request.question)
    return " ".join(nearest[:_SENTENCES_OF_A_LONG_FACT])


def _sentences(
    fact: Fact, question: str, most: int = _SENTENCES_OF_A_LONG_FACT
) -> list[str]:
    """All of a short fact; of a long one the sentences nearest to the question."""
    words = content(stems(question))
    own = frozenset(stems(f"{fact.row} {fact.text}"))
    text = fact.text if words <= own else _without_verdict(fact.text)
    sentences = _SENTENCE_END.split(text)
    if len(text) <= _SHORT and most > 1:
        return sentences
    ranked = sorted(sentences, key=lambda part: -len(words & set(stems(part))))
    return [sentence for sentence in sentences if sentence in ranked[:most]]


def _without_verdict(text: str) -> str:
    opening = _VERDICT.match(text)
    answer = text[opening.end() :] if opening else ""
    return answer[:1].upper() + answer[1:] if answer else text


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
