"""The yes or no with which staff begin an answer: it answers their own question."""

from __future__ import annotations

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import places, prices, unmet_words, verdict
from apps.infrastructure import patterns
from apps.knowledge.question.row_names import normalised
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

VERDICT = patterns.compile(r"(yes|no|s\u00ed|si|oui|non)[,.!:](\s+|$)", "i")
# What is left of "Yes, if you stay with us." is no sentence.
_FRAGMENT = patterns.compile(
    r"^(if|when|but|unless|though|as long|for|with|in|at)\b", "i"
)
_DENYING = patterns.compile(
    r"\b(not|no|never|without|non|closed|banned?|prohibited|forbidden|only|\w+n't)\b",
    "i",
)
_ASKS_FOR_A_VALUE = patterns.compile(
    r"^\W*((hi|hey|hello|ok|okay|and|so)\W+)*(how|what|which|where|when|who)", "i"
)
_OUTSIDERS = patterns.compile(
    r"\b(visitors?|outsiders?|public|day (guests?|visitors?)|non)\b", "i"
)
_SENTENCES = patterns.compile(r"[.!?](?:\s+|$)")


def is_as_asked(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether the question of the fact, or one sentence of its answer, has all words
    that carry the guest's question: that the pool is open is no outdoor pool."""
    question = request.question
    if _ASKS_FOR_A_VALUE.search(question) or _is_for_others(question, fact):
        return False
    if bool(_DENYING.search(question)) != bool(_DENYING.search(fact.row)):
        return False
    words = _all_words(question) | places.lacking_words(question, fact)
    opening, *later_sentences = _SENTENCES.split(fact.text)
    # Of "tax?", a later sentence may speak; the yes or no before it does not.
    is_asked = verdict.is_yes_or_no(question) or request.hangs_on
    telling = [
        fact.row,
        opening,
        *(s for s in later_sentences if is_asked and not _DENYING.search(s)),
    ]
    return bool(words) and any(words <= unmet_words.words_in(s) for s in telling)


def lacks_words(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether neither the question nor the answer of the fact has them.

    What is written of the whole resort holds at its places too: "on the casino floor".
    """
    question = request.question
    words = _all_words(prices.without_words(question))
    words -= {word for _, name in request.named_as for word in stems(name)}
    words |= places.lacking_words(question, fact)
    own = unmet_words.words_in(fact.row, fact.text) | unmet_words.explained(request)
    return unmet_words.are_most(words - own, words)


def begins_with_verdict(sentence: str) -> bool:
    return bool(VERDICT.match(sentence)) or sentence.startswith("\u201c")


def as_told(request: SpeakerRequest, fact: Fact) -> str:
    """The text of a fact, without a yes or no that the guest has not asked for; behind
    its own question where nothing else would be left of it."""
    opening = VERDICT.match(fact.text)
    if not opening or is_as_asked(request, fact):
        return fact.text
    answer = fact.text[opening.end() :]
    if answer and not _FRAGMENT.search(answer):
        return answer[:1].upper() + answer[1:]
    is_asked = verdict.is_yes_or_no(request.question) or request.hangs_on
    if is_asked and fact.kind == "faq":
        return f"\u201c{fact.row}\u201d {fact.text}"
    return fact.text


def _is_for_others(question: str, fact: Fact) -> bool:
    """What visitors may not do, guests of the hotel may."""
    return bool(_OUTSIDERS.search(fact.row)) and not _OUTSIDERS.search(question)


def _all_words(question: str) -> set[str]:
    return content(stems(normalised(question))) - WORDS_OF_HAVING
