"""Judges the text of an answer by the patterns of its question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from benchmarks.guest_questions.question_file import Patterns, Question

CITATION = re.compile(r"\s?\[\d+(?:, ?\d+)*\]|\*\*|`")
PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
        **dict.fromkeys("\u2013\u2014", "-"),
        **dict.fromkeys("\u00a0\u202f", " "),
    }
)
ITEM = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
SENTENCE_END = re.compile(r"(?<![ap]\.m)(?<!\bsq)(?<!\bft)[.!?:]+(?=\s|$)")
# A shorter sentence, such as “Yes.” or “With pleasure.”, belongs to the next one.
SHORT_WORDS = 5
REFUSAL = re.compile(
    r"nothing (?:about|on)|(?:know|find|found|have) nothing|not guess|beyond what|"
    r"outside (?:of )?what|(?:can ?not|can't|unable to|do not|don't|couldn't) "
    r"(?:\w+ ){0,3}(?:help|say|find|have|know|tell|answer|book|give)|"
    r"no (?:information|details?|records?)|which one do you mean|"
    r"no (?:encuentro|puedo|tengo)|ne (?:trouve|peux)|n'ai pas",
    re.IGNORECASE,
)
SMALL_WORDS = {
    "en": "the is are of and to at for you we our it from with until there has this",
    "es": "el los las una del que en y con para por es está hasta se su nuestro hay "
    "puede cuesta todos si más al abre cierra usted no de la",
    "fr": "le les une des du et est sont à au pour par vous nous notre ne pas sur dans "
    "jusqu'à il y a ouvre ferme tous de la en avec ce",
}
LANGUAGE_WORDS = {
    language: frozenset(words.split()) for language, words in SMALL_WORDS.items()
}
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True)
class Verdict:
    """is_direct: None for a question without a short answer.

    is_refused: not right, and said not to know. is_doubted: right, and said so too.
    """

    is_right: bool
    is_direct: bool | None
    is_wrong: bool
    is_in_language: bool
    is_refused: bool
    is_doubted: bool
    reasons: tuple[str, ...]


def judge(question: Question, language: str, answer: str) -> Verdict:
    text = plain(answer)
    words = " ".join(text.split())
    missing = [row.pattern for row in question.must if not row.search(words)]
    forbidden = [row.pattern for row in question.never if row.search(words)]
    is_right = bool(words) and not missing and not forbidden
    is_caution = not words or REFUSAL.search(words) is not None
    is_out_of_place = is_caution and question.is_answerable
    return Verdict(
        is_right=is_right,
        is_direct=_is_direct(question.first, text, is_right=is_right),
        is_wrong=bool(forbidden),
        is_in_language=is_in(language, words),
        is_refused=is_out_of_place and not is_right,
        is_doubted=is_out_of_place and is_right,
        reasons=(
            *(f"lacks {pattern}" for pattern in missing),
            *(f"must not say {pattern}" for pattern in forbidden),
        ),
    )


def plain(answer: str) -> str:
    """The answer without citation marks and typographic signs."""
    return CITATION.sub("", answer.translate(PLAIN)).strip()


def opening(text: str) -> str:
    """The first sentence, with short sentences and lines that lead to it."""
    sentences = list(_sentences(text))
    short = list(takewhile(_leads_on, sentences))
    return " ".join(sentences[: len(short) + 1])


def _leads_on(sentence: str) -> bool:
    return sentence.endswith(":") or len(sentence.split()) <= SHORT_WORDS


def _sentences(text: str) -> Iterator[str]:
    for line in text.splitlines():
        start = 0
        content = ITEM.sub("", line)
        for end in SENTENCE_END.finditer(content):
            yield content[start : end.end()].strip()
            start = end.end()
        if content[start:].strip():
            yield content[start:].strip()


def _is_direct(first: Patterns, text: str, *, is_right: bool) -> bool | None:
    if not first:
        return None
    start = opening(text)
    return is_right and any(pattern.search(start) for pattern in first)


def is_in(language: str, words: str) -> bool:
    """Whether most small words are of the language; a bare name is of any."""
    answer_words = WORD.findall(words.lower())
    counts = {
        code: sum(word in small_words for word in answer_words)
        for code, small_words in LANGUAGE_WORDS.items()
    }
    return bool(words) and counts[language] == max(counts.values())
