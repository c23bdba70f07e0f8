"""Writes the chosen facts as an answer, every fact with the marker of its passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from apps.concierge.answer.briefing import NO_CAUTION
from apps.concierge.extractive import guest_language, verdict
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.selection import Selection
from apps.infrastructure import patterns
from apps.knowledge.statements import asked_values
from apps.language.vocabulary import synonyms
from apps.language.word_forms import content, stems

_SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'\u201c]")
# A record's "Yes, ..." answers its own question, not the guest's.
_VERDICT = patterns.compile(r"(?:yes|no|s\u00ed|si|oui|non)[,.!:]\s+", "i")
# What is left of "Yes, if you stay with us." is no sentence.
_FRAGMENT = patterns.compile(
    r"^(if|when|but|unless|though|as long|for|with|in|at)\b", "i"
)
# "They close at ten." has to come after the sentence that says who they are.
_HANGS_ON_BEFORE = patterns.compile(
    r"^(it|its|they|their|them|this|that|these|those|he|she|both|each|so|then|"
    r"but|and|also|however|otherwise|either|others?)\b",
    "i",
)
_DENYING = patterns.compile(
    r"\b(not|no|never|without|closed|banned?|prohibited|forbidden|only|\w+n't)\b", "i"
)
_ASKS_FOR_A_VALUE = patterns.compile(
    r"^\W*((hi|hey|hello|ok|okay|and|so)\W+)*(how|what|which|where|when|who)", "i"
)
_HOW_MUCH = patterns.compile(
    r"\bhow much\b|^\W*(price|cost)s?\b|"
    r"\b(what (does|do|would|is|s|are) .*(cost|price|charge|fee|rate)s?|"
    r"(price|cost|fee|rate)s?)\W*$",
    "i",
)
_FEE = patterns.compile(r"\b(fees?|charged?|prices?|costs?|rates?|fares?)\b", "i")
_AMOUNT = patterns.compile(
    r"\$|\d+ ?(dollars|cents|percent|%)|\b(free|nothing|half|included|complimentary|"
    r"inexpensive|moderate|upscale|fine-dining|on request)\b",
    "i",
)
_SHARED_WORDS = 0.5
# More than one shared word, less than two.
_VALUE_WEIGHT = 1.5
_PLACES_OF_NAMES = ("at", "of", "for", "at the", "of the", "for the")
_SHORT = 320
_SHORT_QUOTE = 200
_SENTENCES_OF_A_LONG_FACT = 2


def write(selection: Selection, request: SpeakerRequest) -> str:
    """Plain text with markers such as [1]; `unknown` where nothing fits."""
    if not selection.facts or guest_language.is_guesswork(request):
        return request.not_spoken or request.unknown
    if selection.is_computed:
        request = replace(request, caution=NO_CAUTION)
    elif _lacks_amount(selection, request):
        request = replace(request, caution=request.in_part)
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


def _lacks_amount(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether "how much" is answered with nothing but "for a fee"."""
    if request.caution != NO_CAUTION or not _HOW_MUCH.search(request.question):
        return False
    nearest = _sentences(selection.facts[0], request.question, most=1)
    return all(_FEE.search(part) and not _AMOUNT.search(part) for part in nearest)


def _list(selection: Selection, request: SpeakerRequest) -> str:
    rows = groupby(selection.facts, key=lambda fact: fact.item_id)
    return "\n".join(_bullet(list(facts), request) for _, facts in rows)


def _opening(selection: Selection, request: SpeakerRequest) -> str:
    """Yes or no; neither where the records meet the question only in part."""
    if request.caution != NO_CAUTION or selection.kind != "answer":
        return ""
    fact = selection.facts[0]
    if request.is_extreme:
        answer = verdict.of_comparison(request, selection.facts)
    elif guest_language.is_quoted(fact, request.language):
        answer = guest_language.quoted_verdict(request, fact, _quote(fact, request))
    else:
        answer = verdict.of(request.question, fact, request.lacking)
    return guest_language.verdict(answer, request.language)


def _bullet(facts: Sequence[Fact], request: SpeakerRequest) -> str:
    """- Ballo: Open now until 10:00 PM. [1] Italian. [1]"""
    row = facts[0].row
    reasons = [_without_name(_reason(fact, request), row) for fact in facts]
    text = " ".join(
        f"{_ended(reason[:1].upper() + reason[1:])} [{fact.number}]"
        for reason, fact in zip(reasons, facts, strict=True)
    )
    return f"- {text}" if row in text else f"- {row}: {text}"


def _without_name(sentence: str, row: str) -> str:
    """ "Prices are upscale" and "open now", as a line that begins with "Ballo:"."""
    for place in _PLACES_OF_NAMES:
        sentence = sentence.replace(f" {place} {row} ", " ", 1)
    return sentence.removeprefix(f"{row}: ").removeprefix(f"{row} is ")


def _reason(fact: Fact, request: SpeakerRequest) -> str:
    """Why a row is in a list: its bare value, where that is clear by itself."""
    quote = _quote(fact, request)
    return (
        guest_language.sentence(fact, request, quote, is_listed=True)
        or guest_language.bare_value(fact)
        or " ".join(_sentences(fact, request.question, most=1))
    )


def _sentence(fact: Fact, request: SpeakerRequest) -> str:
    quote = _quote(fact, request)
    if sentence := guest_language.sentence(fact, request, quote, is_listed=False):
        return f"{sentence} [{fact.number}]"
    sentences = _sentences(fact, request.question)
    text = " ".join(f"{_ended(sentence)} [{fact.number}]" for sentence in sentences)
    needs_name = fact.kind != "faq" and fact.row not in fact.text
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
    """All of a short fact, of a long one the sentences nearest to the question; the
    nearest comes first where it can be understood by itself."""
    text = fact.text if _answers_as_asked(fact, question) else _without_verdict(fact)
    heading, text = _heading(text, fact.row)
    sentences = _SENTENCE_END.split(text)
    ranked = _nearest_first(sentences, fact, question)
    if len(text) > _SHORT or most == 1:
        sentences = [part for part in sentences if part in ranked[:most]]
    nearest = ranked[0]
    if not _HANGS_ON_BEFORE.search(nearest) and not _VERDICT.match(sentences[0]):
        sentences = [nearest, *(part for part in sentences if part != nearest)]
    return [heading + sentences[0], *sentences[1:]]


def _nearest_first(sentences: Sequence[str], fact: Fact, question: str) -> list[str]:
    """By the words that they share with the question, and by whether they hold such a
    value as it asks for: "It is free." to "does the card cost anything?"."""
    words = content(stems(question)) - content(stems(fact.row))
    asked_sorts = asked_values.asked_for(question)
    held = [bool((own & asked_sorts).any()) for own in asked_values.held_by(sentences)]
    order = sorted(
        range(len(sentences)),
        key=lambda place: (
            -len(words & {*stems(sentences[place])}) - _VALUE_WEIGHT * held[place]
        ),
    )
    return [sentences[place] for place in order]


def _heading(text: str, row: str) -> tuple[str, str]:
    """ "Momentum Rewards, Ignite tier: " of a text that begins so, and what follows."""
    heading, colon, body = text.partition(": ")
    is_heading = colon and body and heading.startswith(row)
    return (heading + colon, body) if is_heading else ("", text)


def _answers_as_asked(fact: Fact, question: str) -> bool:
    """Whether a record's "Yes, ..." also answers the guest's own question."""
    words = content(stems(question))
    if _ASKS_FOR_A_VALUE.search(question):
        return False
    if words <= {*stems(f"{fact.row} {fact.text}")}:
        return True
    is_same_way = bool(_DENYING.search(question)) == bool(_DENYING.search(fact.row))
    shared = [word for word in words if {word, *_synonyms(word)} & {*stems(fact.row)}]
    return (
        verdict.is_yes_or_no(question)
        and is_same_way
        and len(shared) >= _SHARED_WORDS * len(words)
    )


def _synonyms(word: str) -> frozenset[str]:
    return synonyms.synonyms().get(word, frozenset())


def _without_verdict(fact: Fact) -> str:
    """The text as it is where only a fragment ("If you stay with us.") would remain."""
    opening = _VERDICT.match(fact.text)
    answer = fact.text[opening.end() :] if opening else ""
    if not answer or _FRAGMENT.search(answer):
        return fact.text
    return answer[:1].upper() + answer[1:]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
