"""Writes the chosen facts as an answer, every fact with the marker of its passage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from apps.concierge.answer.briefing import NO_CAUTION, Caution
from apps.concierge.extractive import (
    guest_language,
    nearest_sentences,
    not_mentioned,
    single_row,
    titles,
)
from apps.concierge.extractive.facts import COMPUTED, Fact, SpeakerRequest
from apps.concierge.extractive.selection import Selection
from apps.concierge.extractive.verdicts import (
    Verdict,
    places,
    tiers,
    unmet_words,
    verdict,
    written_answers,
)
from apps.infrastructure import patterns
from apps.knowledge.question.wish_words import PRICE_WORDS
from apps.knowledge.schedule import fact_words
from apps.knowledge.statements.ranking import NEAREST_BELOW
from apps.knowledge.statements.scoring import asked_values
from apps.language.spelling import things
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

_HOW_MUCH = patterns.compile(
    r"\bhow much\b|^\W*(price|cost)s?\b|"
    r"\b(what (does|do|would|is|s|are) .*(cost|price|charge|fee|rate)s?|"
    r"(price|cost|fee|rate)s?)\W*$",
    "i",
)
_FEE = patterns.compile(r"\b(fees?|charged?|prices?|costs?|rates?|fares?)\b", "i")
# It asks for a place: a "no" is no answer, though the place is closed.
_WHERE = patterns.compile(r"\b(where|what)\b", "i")
_SENTENCES_OF_TWO_WISHES = 2
_TIME = asked_values.SORTS.index("time")


def write(selection: Selection, request: SpeakerRequest) -> str:
    """Plain text with markers such as [1]; `unknown` where nothing fits."""
    if request.no_such_day and _is_of_time(selection, request):
        return request.no_such_day
    if not_mentioned.is_missing_of_row(selection, request):
        is_number = not_mentioned.CONTACT.search(request.missing)
        further = "" if is_number else request.further
        instead = not_mentioned.fact_instead(request)
        sentence = _sentence(instead, request) if instead else ""
        return " ".join(filter(None, [request.missing, sentence, further]))
    if not selection.facts or guest_language.is_guesswork(request):
        nowhere = not_mentioned.nowhere(request)
        return nowhere or guest_language.not_understood(request)
    request = replace(request, caution=_caution(selection, request))
    if sentence := not_mentioned.sentence(selection, request):
        return f"{sentence} {request.further}"
    before, after = _cautious_opening(selection, request), request.caution.after
    is_quoted = any(
        guest_language.is_quoted(fact, request.language) for fact in selection.facts
    )
    after = after or (request.further if is_quoted else "")
    if selection.kind == "list":
        opening = guest_language.list_opening(request.language)
        before = before or request.not_spoken or opening
        untold = guest_language.untold(selection.untold, request.language)
        notes = " ".join(filter(None, [request.order_note, request.needs_note]))
        usual_hours = fact_words.of_language(request.language).say("usual")
        rows = _list(selection, request).replace(f" {usual_hours}", "")
        texts = [fact.in_language or fact.text for fact in selection.facts]
        is_usual = any(usual_hours in text for text in texts)
        parts = [before, notes, rows, untold, usual_hours * is_usual, after]
        return "\n\n".join(filter(None, parts))
    before = before or request.not_spoken
    first = (before, request.needs_note or _opening(selection, request))
    return " ".join(filter(None, [*first, *_sentences(selection, request), after]))


def _sentences(selection: Selection, request: SpeakerRequest) -> Iterator[str]:
    """What introduces the quotations of a row stands before the first alone."""
    quoted_rows: set[int] = set()
    for fact in selection.facts:
        yield _sentence(fact, request, is_further=fact.item_id in quoted_rows)
        if guest_language.is_quoted(fact, request.language):
            quoted_rows.add(fact.item_id)


def _caution(selection: Selection, request: SpeakerRequest) -> Caution:
    """By the facts chosen: none where they answer, another one where they lack it."""
    is_told = selection.is_computed or _tells_time(selection, request)
    if is_told or _is_decided(selection, request):
        return NO_CAUTION
    if _lacks_amount(selection, request):
        return request.no_price
    return request.in_part if _lacks_thing(selection, request) else request.caution


def _cautious_opening(selection: Selection, request: SpeakerRequest) -> str:
    """What is missing by its name, where it has one."""
    missing_words = not_mentioned.before(selection, request)
    caution = request.caution
    if not (caution.after_thing and missing_words):
        return caution.before
    return f"{missing_words} {caution.after_thing}"


def _is_decided(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether the first fact is of a row that the question names, and says yes or no to
    all of it; or of the tier that it asks about."""
    if selection.kind != "answer" or not selection.facts:
        return False
    fact = selection.facts[0]
    if tiers.is_all_asked(request, fact):
        return True
    is_of_row = unmet_words.names_row(request, fact) or (
        fact.item_id in request.goes_on_with and not request.named
    )
    return is_of_row and bool(verdict.of(request, fact))


def _tells_time(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether nothing but a time was missing from the record, and code has computed
    it: "any clubs tonight?"."""
    if request.exact < NEAREST_BELOW or not selection.facts:
        return False
    sorts = asked_values.asked_for(request.question)
    is_time_alone = sorts.sum() == 1 and bool(sorts[_TIME])
    first = selection.facts[0]
    is_computed = is_time_alone and first.field in COMPUTED
    return is_computed and not verdict.lacks_words(request, first)


def _is_of_time(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether the day that is asked about makes a difference."""
    is_timed = request.topic in single_row.TIMED_TOPICS
    return is_timed or any(fact.field in COMPUTED for fact in selection.facts)


def _lacks_amount(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether "how much" is answered with nothing but "for a fee"."""
    if request.caution != NO_CAUTION or not _HOW_MUCH.search(request.question):
        return False
    is_joined = single_row.joins(request.question)  # "and is there valet?"
    most = _SENTENCES_OF_TWO_WISHES if is_joined else 1
    nearest = nearest_sentences.choose(selection.facts[0], request, most=most)
    words = content(stems(request.question)) - WORDS_OF_HAVING - PRICE_WORDS
    # "Self-parking is free" gives no price of the valet.
    of_things = [part for part in nearest if words & unmet_words.words_in(part)]
    return all(
        _FEE.search(part) and not not_mentioned.AMOUNT.search(part)
        for part in of_things or nearest
    )


def _lacks_thing(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether what is asked for is nowhere in the row, or told of another place."""
    if request.caution != NO_CAUTION or selection.kind != "answer":
        return False
    fact = selection.facts[0]
    is_only_likely = unmet_words.is_only_likely(request, fact)
    is_unread = verdict.is_partly_unread(request.question, fact)
    if is_unread or request.language != "en":
        # Words that are not translated say nothing about the records.
        lacks_known_thing = bool({*request.lacking} & things.of_hotels())
        is_lacking = lacks_known_thing and fact.kind != "faq"
        return is_unread or is_only_likely or is_lacking
    is_elsewhere = bool(places.lacking_words(request.question, fact))
    if is_only_likely or is_elsewhere or not_mentioned.of_several(request):
        return True
    if not verdict.is_yes_or_no(request.question):
        return False
    if fact.kind == "faq":
        return written_answers.lacks_words(request, fact)
    return not verdict.of(request, fact) and verdict.lacks_words(request, fact)


def _list(selection: Selection, request: SpeakerRequest) -> str:
    rows = groupby(selection.facts, key=lambda fact: fact.item_id)
    return "\n".join(_bullet(list(facts), request) for _, facts in rows)


def _opening(selection: Selection, request: SpeakerRequest) -> str:
    """Yes or no; neither where the records meet the question only in part, or allow it
    on a condition."""
    if request.caution != NO_CAUTION or selection.kind != "answer":
        return ""
    fact = selection.facts[0]
    if selection.is_excluded:
        answer: Verdict = "" if _WHERE.search(request.question) else "no"
    elif request.is_extreme:
        answer = verdict.of_comparison(request, selection.facts)
    elif guest_language.is_quoted(fact, request.language):
        answer = guest_language.quoted_verdict(
            request, fact, nearest_sentences.quote(fact, request)
        )
    elif written_answers.begins_with_verdict(written_answers.as_told(request, fact)):
        return ""
    else:
        answer = verdict.of(request, fact)
    if answer == "yes" and verdict.is_conditional(fact):
        return ""
    return guest_language.verdict_opening(answer, request.language)


def _bullet(facts: Sequence[Fact], request: SpeakerRequest) -> str:
    """- Ballo: Open now until 10:00 PM. [1] Italian. [1]"""
    row = facts[0].row
    sentences = [_reason(fact, request) for fact in facts]
    reasons = [titles.without_name(sentence, row) for sentence in sentences]
    if row in " ".join(reasons[1:]):
        reasons[0] = sentences[0]
    text = " ".join(
        f"{_ended(reason[:1].upper() + reason[1:])} [{fact.number}]"
        for reason, fact in zip(reasons, facts, strict=True)
    )
    return f"- {text}" if row in text else f"- {row}: {text}"


def _reason(fact: Fact, request: SpeakerRequest) -> str:
    """Why a row is in a list: its bare value, where that is clear by itself."""
    quote = nearest_sentences.quote(fact, request)
    values = "compared" if request.is_comparison else "listed"
    return (
        guest_language.sentence(fact, request, quote, is_listed=True)
        or guest_language.bare_value(fact, values)
        or " ".join(nearest_sentences.choose(fact, request, most=1))
    )


def _sentence(fact: Fact, request: SpeakerRequest, *, is_further: bool = False) -> str:
    quote = nearest_sentences.quote(fact, request)
    is_listed = is_further and guest_language.is_quoted(fact, request.language)
    if sentence := guest_language.sentence(fact, request, quote, is_listed=is_listed):
        return f"{sentence} [{fact.number}]"
    sentences = nearest_sentences.choose(fact, request)
    text = " ".join(f"{_ended(sentence)} [{fact.number}]" for sentence in sentences)
    needs_name = fact.kind != "faq" and fact.row not in fact.text
    return f"{fact.row}: {text}" if needs_name else text


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
