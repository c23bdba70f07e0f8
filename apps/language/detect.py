"""Which language a guest writes: the script decides first, then everyday words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from apps.infrastructure import patterns, yaml_files
from apps.language import scripts
from apps.language.translation import question_words

LATIN = ("en", "es", "pt", "fr", "it", "de", "nl", "vi", "tl")
LANGUAGES = (*LATIN, "zh", "ja", "ko", "ar", "hi", "ru")
WORDS = Path(__file__).parent / "vocabulary" / "languages.yaml"
READ_CHARS = 600
ENOUGH = 2.0
WEIGHT_ALONE = 2.0
WEIGHT_IN_NAMES = 0.5
SHORT_WORDS = 4
# Languages with a table of `question_words`.
QUESTION_WORD_LANGUAGES = ("es", "fr")
INVERTED_SIGNS = frozenset("¿¡")
LETTERS = {
    "es": INVERTED_SIGNS | {"ñ"},
    "pt": frozenset("ãõ"),
    "fr": frozenset("œëîûù"),
    "it": frozenset("ìò"),
    "de": frozenset("ß"),
    "vi": frozenset("ăơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"),
}
WORD_OR_STOP = patterns.compile(r"[^\W\d_]+|[.!?:¿¡\n]")


@dataclass(frozen=True)
class Vocabulary:
    """Words of one language; each of `alone` settles it, `in_names` say little."""

    alone: frozenset[str]
    often: frozenset[str]
    in_names: frozenset[str]


def detect(text: str, default: str = "en") -> str:
    """One of `LANGUAGES`; `default` when the text is too short or unclear to tell."""
    text = text[:READ_CHARS]
    written = scripts.written(text, default)
    if written is not None:
        return written
    words = set(_words(text))
    scores = _scores(text, words)
    winner = _clear_winner(scores, len(words)) or _by_question_words(words, default)
    return winner or _by_beginning(text, words, default) or default


def is_everyday_word(word: str, languages: Iterable[str]) -> bool:
    """Whether guests of these languages use it in questions of every kind.

    word: in lower case.
    """
    spoken = (_vocabularies().get(language) for language in languages)
    return any(
        word in vocabulary.often | vocabulary.alone
        for vocabulary in spoken
        if vocabulary
    )


def _scores(text: str, words: set[str]) -> dict[str, float]:
    """Of each Latin language, from the words and from letters that few others have."""
    scores = dict.fromkeys(LATIN, 0.0)
    for word in words & _weights().keys():
        for language, weight in _weights()[word]:
            scores[language] += weight
    if not text.isascii():
        letters = set("".join(words)) | INVERTED_SIGNS.intersection(text)
        for language, own in LETTERS.items():
            scores[language] += len(letters & own)
    return scores


def _weight(word: str, vocabulary: Vocabulary) -> float:
    """What a word says for a language, in halves: sums of them are exact."""
    weight_alone = WEIGHT_ALONE if word in vocabulary.alone else 0.0
    if word not in vocabulary.often:
        return weight_alone
    return weight_alone + (WEIGHT_IN_NAMES if word in vocabulary.in_names else 1.0)


def _clear_winner(scores: dict[str, float], word_count: int) -> str | None:
    second, first = sorted(scores, key=lambda language: scores[language])[-2:]
    is_enough = scores[first] >= max(ENOUGH, word_count / 4)
    return first if is_enough and scores[first] > scores[second] else None


def _by_question_words(words: set[str], default: str) -> str | None:
    """The language whose guests ask with these few words, as in "moins cher ?".

    None where that is unclear, or where the conversation is in another language.
    """
    is_short = 0 < len(words) <= SHORT_WORDS
    is_known = default in ("en", *QUESTION_WORD_LANGUAGES)
    if not is_short or not is_known:
        return None
    plain = {question_words.plain(word) for word in words}
    counts = {
        language: len(plain & question_words.own_words(language))
        for language in QUESTION_WORD_LANGUAGES
    }
    best = max(counts, key=lambda language: counts[language])
    is_only = list(counts.values()).count(counts[best]) == 1
    is_clear = bool(counts[best]) and is_only and not _has_english(words, best)
    return best if is_clear else None


def _has_english(words: set[str], language: str) -> bool:
    """Whether there is an everyday word of English that this language has not: "me" of
    "como me hago miembro" is none."""
    return bool(words & (_vocabularies()["en"].often - _vocabularies()[language].often))


def _by_beginning(text: str, words: set[str], default: str) -> str | None:
    """The language in which a question begins so, and no English word of it follows:
    "hay ramen", "tienen cuartos con silla de ruedas".

    None where English has the word as well, or the conversation is in another language.
    """
    first = next(_words(text), "")
    is_known = default in ("en", *QUESTION_WORD_LANGUAGES)
    if not is_known or words & _vocabularies()["en"].often or len(words) == 1:
        return None
    begun = [
        language
        for language in QUESTION_WORD_LANGUAGES
        if question_words.plain(first) in question_words.begins_questions(language)
    ]
    return begun[0] if len(begun) == 1 else None


def _words(text: str) -> Iterator[str]:
    """Words in lower case without names: those with a capital inside a sentence."""
    shouted, begins = text.isupper(), True
    for piece in WORD_OR_STOP.findall(text):
        if not piece[0].isalpha():
            begins = True
            continue
        if begins or shouted or piece == "I" or not piece[0].isupper():
            yield piece.lower()
        begins = False


@cache
def _vocabularies() -> dict[str, Vocabulary]:
    entries = yaml_files.read(WORDS)
    in_names = frozenset(entries["in_names"].split())
    return {
        language: Vocabulary(
            frozenset(entries[language]["alone"].split()),
            frozenset(entries[language]["often"].split()),
            in_names,
        )
        for language in LATIN
    }


@cache
def _weights() -> dict[str, list[tuple[str, float]]]:
    """Word -> each language that has it, with what the word says for it."""
    weights: dict[str, list[tuple[str, float]]] = {}
    for language, vocabulary in _vocabularies().items():
        for word in vocabulary.often | vocabulary.alone:
            own = language, _weight(word, vocabulary)
            weights.setdefault(word, []).append(own)
    return weights
