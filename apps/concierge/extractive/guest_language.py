"""Says facts in the guest's language: the sentence around a fact, which stays as
recorded, and the figure that the guest has asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from functools import cache
from pathlib import Path
from typing import Any

from apps.catalog.hours import formatting
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import Verdict, prices, verdict, written_answers
from apps.concierge.fact_check import claims
from apps.infrastructure import patterns, yaml_files
from apps.language.vocabulary import recorded_values, synonyms
from apps.language.word_forms import content, stems

FOLDER = Path(__file__).parent
# From this chance on, a record's yes or no is the answer to the guest's question.
SURE = 0.6
_MOMENTS = claims.TIMES - {"closed"}
_CLAUSES = patterns.compile(r"[,;:] | and | but ")
_PRICE = patterns.compile(
    r"\b(cost|costs|pay|price|prices|fee|fees|charge|how much|rate|free|included)\b",
    "i",
)
_FREE = patterns.compile(
    r"\b((is|are|it's|stays?) free|free (of charge|for|in|to)|for free|costs? nothing|"
    r"complimentary|no charge|included|in the price)\b|^free\b",
    "i",
)
# "Higher tiers may get it for nothing" is no price for everybody, and "when rooms are
# free" is none at all.
_CONDITION = patterns.compile(r"\b(may|might|if|when|unless|tiers?)\b", "i")
_FOR_A_FEE = patterns.compile(r"\bfor an? (small |extra )?(fee|charge)\b", "i")
_TIME = patterns.compile(
    r"\b(time|when|until|till|how late|how early|hours?|opens?|closes?|starts?)\b",
    "i",
)
_PHONE = patterns.compile(r"\b(phone|telephone|call|number)\b", "i")
_AGE = patterns.compile(r"\b(how old|age|ages|years old|minimum)\b", "i")
# A baby's age is told in weeks or months: it is no number of years.
_YEARS = patterns.compile(
    r"\b(?:must be|aged?) (\d{1,2})\b( (?:weeks?|months?|days?)\b)?"
    r"|\b(\d{1,2}) (?:or|and) (?:older|over)\b",
    "i",
)
_OWN_VERDICT = patterns.compile(r"(yes|no)[,.!:]\s", "i")
_DENIED = patterns.compile(
    r"^(no([^-\w]|$)|(not|none)\b)|\b(may not|can ?not|do not|does not|smoke-free|"
    r"non-smoking|prohibited|forbidden|banned|"
    r"not (be )?(allowed|permitted|accepted|possible|available|offered))\b",
    "i",
)
_HALF_DENIED = patterns.compile(
    r"\b(no|not|never|none|nobody|nothing|closed|without|except|unless)\b", "i"
)
_OPPOSITE = patterns.compile(r"\b(without|non|smoke-free)\b", "i")


def is_guesswork(request: SpeakerRequest) -> bool:
    """Whether a question that nobody has translated was hardly understood."""
    return bool(request.not_spoken) and request.exact < SURE


def not_understood(request: SpeakerRequest) -> str:
    """And whom to ask about what the guest needs: that much was understood."""
    text = request.not_spoken or request.unknown
    return " ".join(filter(None, [text, request.needs_note]))


def list_opening(language: str) -> str:
    return str(_page(language).get("list", ""))


def untold(count: int, language: str) -> str:
    """That so many more rows fit, in words as the fact check reads a count of rows."""
    page = _page(language).get("untold")
    if not (page and count):
        return ""
    if count == 1:
        return str(page["one"])
    counts = dict(enumerate(page["counts"].split(), 2))
    text = page["many" if count in counts else "countless"]
    return str(text).format(count=counts.get(count))


def verdict_opening(answer: Verdict, language: str) -> str:
    """Yes or no in the guest's language; empty for neither."""
    page = _page(language) or _page("en")
    return str(page["verdicts"][answer]) if answer else ""


def is_quoted(fact: Fact, language: str) -> bool:
    """Whether a fact is free text, which is quoted in English."""
    page = _page(language)
    has_words = fact.in_language or fact.field in page.get("fields", {})
    return bool(page.get("quoted")) and not has_words


def sentence(
    fact: Fact, request: SpeakerRequest, quote: str, *, is_listed: bool
) -> str:
    """The fact in the guest's language; empty where the record's own sentence is told.

    quote: the sentence of the fact that is nearest to the question.
    """
    page = _page(request.language)
    if fact.in_language or not page.get("quoted"):
        return fact.in_language
    pattern = page["fields"].get(_pattern_name(fact))
    if pattern:
        words = _in_words(fact.value, request.language)
        value = fact.value.removesuffix(" a night")
        return str(pattern).format(row=fact.row, value=value, words=words)
    name, figure = ("listed", "") if is_listed else _lead(fact, request, quote)
    marked = _in_quotes(quote, request.language)
    text = str(page["quoted"][name]).format(row=fact.row, words=marked, figure=figure)
    needs_name = fact.kind != "faq" and fact.row not in text and not is_listed
    return f"{fact.row}: {text}" if needs_name else text


def bare_value(fact: Fact, values: str) -> str:
    """A value that says enough in a list of rows; empty for what needs a sentence.

    values: `listed`, or `compared` for rows that are told apart by their values.
    """
    pattern = _page("en")[values].get(_pattern_name(fact), "")
    return str(pattern).format(value=fact.value)


def quoted_verdict(request: SpeakerRequest, fact: Fact, quote: str) -> Verdict:
    """What a quoted sentence says to a question for yes or no, where that is plain."""
    question = request.question
    words = _with_synonyms(content(stems(question)))
    is_about = bool(words & set(stems(f"{fact.row} {quote}")))
    if not is_about or _OPPOSITE.search(question):
        return ""
    if fact.kind == "faq" and _OWN_VERDICT.match(fact.text):
        return _own_verdict(request, fact)
    if prices.is_asked(question):
        return verdict.of(request, replace(fact, text=quote))
    if years := _least_years(quote):
        as_age = replace(fact, kind="", field="minimum_age", value=years)
        return verdict.of(request, as_age)
    # Whether it asks for yes or no at all.
    if not verdict.of(request, replace(fact, kind="", field="answer", text=quote)):
        return ""
    return _plain_verdict(quote)


def _least_years(quote: str) -> str:
    """The least age that a sentence tells, in years; empty without one."""
    age = _YEARS.search(quote)
    return (age[1] or age[3]) if age and not age[2] else ""


def _own_verdict(request: SpeakerRequest, fact: Fact) -> Verdict:
    """The yes or no that begins the record, if it answers this question."""
    own = _OWN_VERDICT.match(fact.text)
    if not own or not written_answers.is_as_asked(request, fact):
        return ""
    return "yes" if own[1].lower() == "yes" else "no"


def _with_synonyms(words: set[str]) -> set[str]:
    table = synonyms.synonyms()
    return words.union(*(table.get(word, frozenset()) for word in words))


def _plain_verdict(quote: str) -> Verdict:
    if _DENIED.search(quote):
        return "no"
    return "" if _HALF_DENIED.search(quote) else "yes"


def _pattern_name(fact: Fact) -> str:
    has_no_rate = fact.field == "rate_from" and "$" not in fact.value
    return "rate_on_request" if has_no_rate else fact.field


def _lead(fact: Fact, request: SpeakerRequest, quote: str) -> tuple[str, str]:
    """Which words stand before a quotation, and the figure that they tell."""
    question = request.question
    stated = claims.find(_nearest_clause(quote, question))
    years = _least_years(quote)
    amount = _only({claim.text.strip() for claim in stated if claim.kind == "money"})
    moment = _only({claim.value for claim in stated if claim.kind in _MOMENTS})
    phone = _only({claim.text for claim in stated if claim.kind == "phone"})
    if _PRICE.search(question):
        is_free, has_fee = bool(_FREE.search(quote)), bool(_FOR_A_FEE.search(quote))
        is_for_all = is_free and not _CONDITION.search(quote)
        if is_for_all and not (amount or has_fee):
            return "free", ""
        if amount and not is_free:
            return "price", amount
    elif _TIME.search(question) and moment:
        return "time", formatting.say_time(_time(moment), request.language)
    elif _PHONE.search(question) and phone:
        return "phone", phone
    elif _AGE.search(question) and years:
        return "age", years
    return ("plain" if fact.kind == "faq" or fact.row in quote else "named"), ""


def _only(figures: set[str]) -> str:
    """The figure, where there is one and no other."""
    return figures.pop() if len(figures) == 1 else ""


def _nearest_clause(quote: str, question: str) -> str:
    """The clause that shares most words, small ones too; the quote where two do, or
    where none of them carries a subject."""
    words = set(stems(question))
    clauses = _CLAUSES.split(quote)
    shared = [words & set(stems(clause)) for clause in clauses]
    most = max(shared, key=len)
    is_clear = [len(own) for own in shared].count(len(most)) == 1 and content(most)
    return clauses[shared.index(most)] if is_clear else quote


def _time(value: str) -> time:
    hour, minute = value.split(":")
    return time(int(hour) % 24, int(minute))


def _in_words(value: str, language: str) -> str:
    """The value in quotation marks, behind its translation where there is one."""
    translation = recorded_values.translation(value, language)
    if not translation:
        return _in_quotes(value, language)
    pattern = str(_page(language)["translated"])
    return pattern.format(translation=translation, text=value.rstrip("."))


def _in_quotes(text: str, language: str) -> str:
    return str(_page(language)["quote"]).format(text=text.rstrip("."))


def _page(language: str) -> dict[str, Any]:
    """Empty for a language without words of its own."""
    return _yaml("sentences").get(language, {})


@cache
def _yaml(name: str) -> dict[str, dict[str, Any]]:
    texts: dict[str, dict[str, Any]] = yaml_files.read(FOLDER / f"{name}.yaml")
    return texts
