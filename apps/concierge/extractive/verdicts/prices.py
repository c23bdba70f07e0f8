"""Whether it is free, or costs what the guest has heard: amounts against amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import Verdict, unmet_words
from apps.infrastructure import patterns
from apps.language.word_forms import WORDS_OF_HAVING, stems

_WITHOUT_SUGAR = patterns.compile(r"\b\w+-free\b", "i")
_WANTS_FREE = patterns.compile(
    r"\b(free|gratis|complimentary|no (charge|cost|fee)|without charge)\b", "i"
)
_GET_FREE = patterns.compile(
    r"\b(get|give|gives|giving|have|offer|offers|comp|comped|earn|win|any|do you do)\b"
    r".*\b(free|complimentary|gratis)\b",
    "i",
)
_WANTS_COST = patterns.compile(
    r"\b(costs?|pay|paying|charged|charges|fees?|charge (a|an|any|extra|for|me|us)|"
    r"(a|any|cover|extra) charge)\b",
    "i",
)
_MONEY = r"(?:\$ ?(\d[\d,]*(?:\.\d+)?)|\b(\d[\d,]*(?:\.\d+)?) ?(?:dollars|bucks|usd)\b)"
_AMOUNT = patterns.compile(_MONEY, "i")
_COUNTED = patterns.compile(
    r"\b(?:under|below|less than|cheaper than|over|above|more than|at most|at least) "
    r"(\d[\d,]*)(?: (?:a|per) (?:night|day|person|hour))?\W*$",
    "i",
)
_AT_MOST = patterns.compile(
    r"\b(under|below|less than|cheaper than|at most|up to|within)\b", "i"
)
_AT_LEAST = patterns.compile(r"\b(over|above|more than|at least)\b", "i")
_INCLUSIVE = patterns.compile(r"\bat (most|least)\b|\bup to\b|\bwithin\b", "i")
# Two things are asked, of which the fact may tell one.
_OF_TWO = patterns.compile(r"\bor\b|\band (?:how much|what)\b", "i")
# What it says by itself, so that no word of it is left to be met.
_EXPLAINED = patterns.compile(
    r"\b(free|gratis|complimentary|charged?|charges|costs?|pay|paying|fees?|prices?|"
    r"rates?|money|extra|under|below|less|cheaper|over|above|more|than|at most|"
    r"at least|have to|need|needs|must|dollars?|bucks|usd|start|starts|from|per|each|"
    r"anything|something|nothing|\d[\d ]*)\b",
    "i",
)
_STATES_FREE = patterns.compile(
    r"^free(\W*$| (of|for|to|with|in)\b)|\b(is|are|stays?|it's|always) (\w+ )?free\b|"
    r"\bfree (of charge|for|to|admission|with|in|up to)\b|\bwith free admission\b|"
    r"\b(costs?|pay|charge) nothing\b|\bfor free\b\W*$|"
    r"\b(no|without) (\w+ )?(charge|fee)\b|"
    r"\bcomplimentary\b|\bincluded in the\b|\bunder \d+ free\b",
    "i",
)
_OF_A_FEE = patterns.compile(
    r"\b(is there|are there|have|any|charge) .*\b(fees?|charges?)\b", "i"
)
_FEE = patterns.compile(r"\b(fees?|charges?)\b", "i")
# Where no field says so: not "each $10 spent on food".
_STATES_COST = patterns.compile(
    r"\b(costs?|fees?|charged?|prices?|pay|admission)\b|\$[\d.,]+ (a|an|per) ", "i"
)
_FIELDS = frozenset({"fee", "rate_from", "price_from", "price_band", "is_free"})
_FROM_FIELDS = frozenset({"rate_from", "price_from"})
_STATES_FEE = patterns.compile(r"\$+|\bfor a fee\b|\bcents\b", "i")
_FROM = patterns.compile(r"\b(from|starts?|starting)\b", "i")
_FREE_THING = patterns.compile(r"\bfree ([a-z]\w+)", "i")
_THING_FREE = patterns.compile(r"\b([a-z]\w+) free\b", "i")
_SENTENCES = patterns.compile(r"[.!?;](?:\s+|$)")
# "The first ten pages are free, then 25 cents each" is one price.
_THEN = patterns.compile(r",? (and )?(then|after that|afterwards) ", "i")
_COMMAS = patterns.compile(r", | and | but ")
# Who a guest is, and what is given to whom, makes a difference to a price.
_EMPTY = WORDS_OF_HAVING - frozenset(
    stems("guest people everyone everybody anyone anybody hotel stay")
)


def without_words(text: str) -> str:
    """Without the words that only ask for a price."""
    return _EXPLAINED.sub(" ", text)


def is_asked(question: str) -> bool:
    text = _WITHOUT_SUGAR.sub(" ", question)
    return bool(
        _WANTS_FREE.search(text)
        or _WANTS_COST.search(text)
        or _AMOUNT.search(text)
        or _COUNTED.search(text)
    )


def answer(request: SpeakerRequest, fact: Fact) -> Verdict:
    """By the clauses of the fact that cover all that the question asks besides; empty
    where none does, or where they differ."""
    question = _WITHOUT_SUGAR.sub(" ", request.question)
    if _OF_TWO.search(question):
        return ""
    free_things = _free_things(question)
    clauses = _clauses(request, fact, question, free_things)
    if not clauses:
        return ""
    asked_amounts = _amounts(question) or _bare_amounts(question)
    if asked_amounts:
        return _of_amount(question, asked_amounts, clauses)
    is_free = any(_states_free(clause, free_things) for clause in clauses)
    costs = _STATES_FEE if fact.field in _FIELDS else _STATES_COST
    if is_free == any(costs.search(_STATES_FREE.sub(" ", own)) for own in clauses):
        return ""  # neither is said, or both: free for some
    if fact.field in _FROM_FIELDS and _GET_FREE.search(question):
        return ""  # what it costs does not say how it may be had for nothing
    return "yes" if is_free == bool(_WANTS_FREE.search(question)) else "no"


def _clauses(
    request: SpeakerRequest, fact: Fact, question: str, free_things: Sequence[str]
) -> list[str]:
    """The clauses of the fact that state a price of what is asked about; none where the
    question names neither a thing nor the row: "is there a resort fee?"."""
    words = unmet_words.asked_words(request, fact, _EXPLAINED, _EMPTY)
    if not words and not _is_of_row(request, fact):
        return []
    heading, body = _heading(fact)
    row = unmet_words.words_in(heading, fact.field.replace("_", " "))
    if fact.kind != "faq":
        row |= unmet_words.identity(request, fact)
    elif words <= unmet_words.words_in(fact.row):  # all that it says is about that
        words = set()
    clauses = [
        clause
        for clause in _priced_clauses(body, free_things)
        if words <= row | unmet_words.words_in(clause)
    ]
    if _OF_A_FEE.search(question):
        return [
            clause
            for clause in clauses
            if _FEE.search(f"{heading} {clause}") or _STATES_FREE.search(clause)
        ]
    return clauses


def _is_of_row(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether the question names the row, or goes on with what was said."""
    is_of_subject = request.hangs_on or bool(request.talked_about)
    return is_of_subject or unmet_words.names_row(request, fact)


def _of_amount(
    question: str, asked_amounts: Sequence[float], clauses: Sequence[str]
) -> Verdict:
    stated = [amount for clause in clauses for amount in _amounts(clause)]
    if len(asked_amounts) > 1 or not stated:
        return ""
    amount, has_no_end = asked_amounts[0], any(map(_FROM.search, clauses))
    is_same = _INCLUSIVE.search(question) and amount in stated
    if _AT_MOST.search(question):
        is_met, is_missed = max(stated) < amount, min(stated) >= amount
    elif _AT_LEAST.search(question):
        is_met, is_missed = min(stated) > amount, max(stated) <= amount
        is_missed = is_missed and not has_no_end
    else:
        is_met = {amount} == {*stated}
        is_missed = amount not in stated and not (has_no_end and amount > min(stated))
    if is_met or is_same:
        return "yes"
    return "no" if is_missed else ""


def _states_free(clause: str, free_things: Sequence[str]) -> bool:
    lower = clause.lower()
    return bool(_STATES_FREE.search(clause)) or any(own in lower for own in free_things)


def _free_things(question: str) -> list[str]:
    """ "free valet", of "do members get free valet parking?" and "is valet free?"."""
    after = [match[1] for match in _FREE_THING.finditer(question)]
    before = [match[1] for match in _THING_FREE.finditer(question)]
    return [f"free {thing.lower()}" for thing in (*after, *before)]


def _priced_clauses(text: str, free_things: Sequence[str]) -> Iterator[str]:
    """The parts of a text that each state one price, with the words before it."""
    for sentence in _SENTENCES.split(text):
        start = ""
        for part in _COMMAS.split(_THEN.sub(" then ", sentence)):
            start = f"{start} {part}".strip()
            if _states_free(start, free_things) or _STATES_FEE.search(start):
                yield start
                start = ""


def _heading(fact: Fact) -> tuple[str, str]:
    """ "Fee for Fitness Center", and what follows it."""
    heading, colon, body = fact.text.partition(": ")
    return (heading, body) if colon and fact.row in heading else ("", fact.text)


def _amounts(text: str) -> list[float]:
    matches = _AMOUNT.finditer(text)
    return [_number(match[1] or match[2]) for match in matches]


def _bare_amounts(text: str) -> list[float]:
    match = _COUNTED.search(text)
    return [_number(match[1])] if match else []


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))
