"""Which sentences of a fact are told: all of a short one, else the nearest."""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import unmet_words, verdict, written_answers
from apps.infrastructure import patterns
from apps.knowledge.statements.scoring import asked_values
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

_SENTENCE_END = patterns.compile(r"\s+", before=r"[.!?]", behind=r"[A-Z\"'\u201c]")
# "They close at ten." has to come after the sentence that says who they are.
_HANGS_ON_BEFORE = patterns.compile(
    r"^(it|its|they|their|them|this|that|these|those|he|she|both|each|so|then|"
    r"but|and|also|however|otherwise|either|others?)\b",
    "i",
)
_COURTESY = patterns.compile(
    r"^(gladly|certainly|of course|with pleasure|absolutely|happily)\W*$", "i"
)
# More than one shared word, less than two.
_VALUE_WEIGHT = 1.5
_NAME_WEIGHT = 0.5
_SHORT = 320
_SHORT_QUOTE = 200
_SENTENCES_OF_A_LONG_FACT = 2


def quote(fact: Fact, request: SpeakerRequest) -> str:
    """The one sentence of the record that is nearest to the question, or two that are
    level; its first two where the question shares no word with any."""
    if request.language == "en":
        return ""
    nearest = choose(fact, request, most=1)
    words = content(stems(request.question))
    if len(fact.text) > _SHORT_QUOTE:
        return nearest[0]
    if not words & set(stems(" ".join(nearest))):
        nearest = choose(fact, request)
    elif level := _with_level_values(fact, request):
        nearest = level
    return " ".join(nearest[:_SENTENCES_OF_A_LONG_FACT])


def _with_level_values(fact: Fact, request: SpeakerRequest) -> list[str]:
    """The sentences that share as many words with the question and hold a value that
    it asks for: valet parking for a fee, beside free parking."""
    words = content(stems(request.question))
    asked_sorts = asked_values.asked_for(request.question)
    sentences = _SENTENCE_END.split(_heading(fact.text, fact.row)[1])
    shared = [len(words & {*stems(part)}) for part in sentences]
    held = asked_values.held_by(sentences)
    level = [
        part
        for part, count, sorts in zip(sentences, shared, held, strict=True)
        if count == max(shared) and (sorts & asked_sorts).any()
    ]
    return level if len(level) > 1 else []


def choose(
    fact: Fact, request: SpeakerRequest, most: int = _SENTENCES_OF_A_LONG_FACT
) -> list[str]:
    """All of a short fact, of a long one the sentences nearest to the question; the
    nearest comes first where it can be understood by itself."""
    text = written_answers.as_told(request, fact)
    heading, text = _heading(text, fact.row)
    sentences = _SENTENCE_END.split(text)
    ranked = _nearest_first(sentences, fact, request.question)
    if len(text) > _SHORT or most == 1:
        sentences = [part for part in sentences if part in ranked[:most]]
    nearest = ranked[0]
    is_fixed = written_answers.begins_with_verdict(sentences[0])
    if not _HANGS_ON_BEFORE.search(nearest) and not is_fixed:
        sentences = [nearest, *(part for part in sentences if part != nearest)]
    sentences = _without_courtesy(sentences, request.question)
    return [heading + sentences[0], *sentences[1:]]


def _without_courtesy(sentences: Sequence[str], question: str) -> list[str]:
    """Without a "Gladly." that answers no question for yes or no."""
    is_answer = verdict.is_yes_or_no(question)
    return [
        sentence
        for place, sentence in enumerate(sentences)
        if not _COURTESY.search(sentence) or (is_answer and place == 0)
    ] or [*sentences]


def _nearest_first(sentences: Sequence[str], fact: Fact, question: str) -> list[str]:
    """By the words that they share with the question, and by whether they hold such a
    value as it asks for: "It is free." to "does the card cost anything?"."""
    words = content(stems(question)) - WORDS_OF_HAVING
    name_words = words & content(stems(fact.row))
    words -= name_words
    # A written answer is named by its question, which its sentences may go on with.
    of_name = _NAME_WEIGHT if fact.kind == "faq" else 0.0
    asked_sorts = asked_values.asked_for(question)
    held = [bool((own & asked_sorts).any()) for own in asked_values.held_by(sentences)]
    order = sorted(
        range(len(sentences)),
        key=lambda place: (
            -len(words & unmet_words.words_in(sentences[place]))
            - of_name * len(name_words & unmet_words.words_in(sentences[place]))
            - _VALUE_WEIGHT * held[place]
        ),
    )
    return [sentences[place] for place in order]


def _heading(text: str, row: str) -> tuple[str, str]:
    """ "Momentum Rewards, Ignite tier: " of a text that begins so, and what follows."""
    heading, colon, body = text.partition(": ")
    is_heading = colon and body and heading.startswith(row)
    return (heading + colon, body) if is_heading else ("", text)
