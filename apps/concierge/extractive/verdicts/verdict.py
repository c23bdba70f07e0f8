"""Yes or no: what a fact means for a question that asks for one of them.

Neither is said unless the fact is of the row that is asked about and its own words, or
what code works out, meet all that is asked of it (`unmet_words.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import (
    Verdict,
    age_limits,
    existence,
    field_values,
    prices,
    unmet_words,
)
from apps.concierge.extractive.verdicts.field_values import PLACES, Reader
from apps.infrastructure import patterns
from apps.knowledge.comparison import extremes
from apps.knowledge.search import documents
from apps.knowledge.statements import kind_words
from apps.language.word_forms import stems

_YES_OR_NO = patterns.compile(
    r"^\W*((hi|hey|hello|ok|okay|and|so|but|then|also|oh|well|yo)\W+)*"
    r"((do|does|did|is|are|can|could|may|will|would|has|have|any|got|am|was)\b|"
    # "It got a bar?"
    r"(it|they|you|you guys) (got|has|have|takes?|accepts?|allows?|serves?|sells?|"
    r"offers?)\b)|"
    # "I feel like some craps, do you have it?"
    r"\b(do )?(you|they) (have|got) (it|that|those|one|any)\W*$",
    "i",
)
# "We are not staying with you, can we use the pool?"
_AFTER_TELLING = patterns.compile(
    r"^\W*(i|we|my \w+|our \w+)\b[^?]*[,.;!]\W*((so|and|but)\W+)?"
    r"(do|does|is|are|can|could|may|will|would)\b",
    "i",
)
# "Kids ok?", "pool open tomorrow?", "they open for lunch": a verb is left out.
_SHORTENED = patterns.compile(
    r"^\W*((and|so|but|then|ok|okay) )*((the|your|their|my) )?(\w+ ){1,3}"
    r"(ok|okay|alright|fine|allowed|permitted|welcome|open|closed|free|included|"
    r"possible|available|required|needed|necessary|heated)\b( \w+){0,3}\W*$",
    "i",
)
_ASKS_FOR_A_VALUE = patterns.compile(
    r"\b(what|when|where|which|who|whose|how|why|any\w*|some\w*|every\w*|all)\b", "i"
)
# Letters of other scripts: what they ask for has been compared with no record.
_UNREAD = patterns.compile(
    "[\u0370-\u1cff\u2e80-\ua6ff\uac00-\ud7ff\uf900-\ufdff\U00020000-\U0003ffff]"
)
# A rule that allows something on a condition, or for some alone.
_CONDITION = patterns.compile(
    r"\b(only|must|needs?|requires?|required|requests?|approvals?|approved|permission|"
    r"permits?|unless|except|excluding|provided that|as long as|if|subject to|at least|"
    r"no more than|up to)\b",
    "i",
)
_IN = patterns.compile(r"^\W*(is|are) .*\b(in|inside|at|on|part of)\b", "i")


def is_yes_or_no(question: str) -> bool:
    if _YES_OR_NO.search(question) or _AFTER_TELLING.search(question):
        return True
    is_shortened = bool(_SHORTENED.search(question))
    return is_shortened and not _ASKS_FOR_A_VALUE.search(question)


def is_partly_unread(question: str, fact: Fact) -> bool:
    """Whether it has letters of other scripts besides those of the fact and its row."""
    return not {*_UNREAD.findall(question)} <= {*fact.row, *fact.text}


def of(request: SpeakerRequest, fact: Fact) -> Verdict:
    """Empty where the question asks for neither, or the fact leaves it open."""
    question = request.question
    is_read = is_yes_or_no(question) and not is_partly_unread(question, fact)
    if not is_read or is_of_another_row(request, fact):
        return ""
    if prices.is_asked(question):
        return prices.answer(request, fact)
    if fact.kind == "faq":  # its own yes or no is told with it (`written_answers.py`)
        return ""
    if fact.field in PLACES:
        return existence.of_place(request, fact)
    return age_limits.of(request, fact) or _of_field(request, fact)


def is_conditional(fact: Fact) -> bool:
    """Whether a document sets a condition: a bare yes would promise too much."""
    return fact.kind == documents.CATEGORY and bool(_CONDITION.search(fact.text))


def _of_field(request: SpeakerRequest, fact: Fact) -> Verdict:
    reader = field_values.READERS.get(fact.field, field_values.EXISTENCE)
    if _lacks_words(request, fact, reader):
        return ""
    return reader.read(request, fact)


def is_of_another_row(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether "it" is said of a row, and the fact is of another one."""
    talked_about = request.talked_about
    is_written = fact.kind == "faq"
    return bool(talked_about) and not is_written and fact.item_id not in talked_about


def _lacks_words(request: SpeakerRequest, fact: Fact, reader: Reader) -> bool:
    unmet = unmet_words.of_row if reader.of_row else unmet_words.of
    return bool(unmet(request, fact, reader.explains))


def lacks_words(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether something is asked that is nowhere in the row."""
    if fact.field in PLACES and existence.others_named(request, fact):
        return False
    reader = field_values.READERS.get(fact.field, field_values.EXISTENCE)
    of_kind = kind_words.by_kind().get(fact.kind, frozenset())
    question_words = unmet_words.asked_words(request, fact, reader.explains)
    words = unmet_words.of_row(request, fact, reader.explains) - of_kind
    names = {
        stem for name in existence.others_named(request, fact) for stem in stems(name)
    }
    is_of_other_row = fact.item_id not in request.named and names & words
    words -= unmet_words.explained(request)
    return bool(is_of_other_row) or unmet_words.are_most(words, question_words)


def of_comparison(request: SpeakerRequest, facts: Sequence[Fact]) -> Verdict:
    """Whether the row that the question is about comes before the other one."""
    question = request.question
    if extremes.is_comparison(question) and _are_of_named(request, facts):
        return "no"
    is_asked = extremes.is_comparison(question) and is_yes_or_no(question)
    if not is_asked or len({fact.value for fact in facts}) < len(facts):
        return ""
    if {fact.item_id for fact in facts} <= {*request.named}:
        return "yes" if facts[0].item_id == request.named[0] else "no"
    return "no" if facts[0].item_id in request.named else "yes"


def _are_of_named(request: SpeakerRequest, facts: Sequence[Fact]) -> bool:
    """Whether no row comes before the only one that "cheaper than Ballo" names."""
    return [fact.item_id for fact in facts] == list(request.named)[:1]


def place_of_named(request: SpeakerRequest) -> Fact | None:
    """Where the first of several rows is that "is Ballo in the Casino of the Sky?"
    names."""
    if len(request.named) < 2 or not _IN.search(request.question):  # noqa: PLR2004
        return None
    return next(
        (
            fact
            for fact in request.facts
            if fact.item_id == request.named[0] and fact.field in PLACES
        ),
        None,
    )
