"""A guest's question in the words of documents that are in English.

The phrases of `question_words` are those of rows, for Spanish and French. A document
has words that no list knows: the multilingual model says which word of the documents a
guest's word means.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from functools import lru_cache

from apps.infrastructure.patterns import Match
from apps.knowledge.document_index import WORD, DocumentIndex, lower_words
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import WITH_PHRASINGS, Reading
from apps.language.translation import question_words
from apps.language.word_forms import EMPTY, stems
from apps.llm.local import multilingual

# The cosine of two words of one meaning: "globos" and "balloons" have 0.71, "submarino"
# and "boat" 0.50.
LEAST_COSINE = 0.65
# So much less than the best one is about as near: "outdoor" and "outside".
ABOUT_ONE_MEANING = 0.1
SHORTEST = 4
# Of all documents, the newest first; a thousand words take half a second, once.
MOST_WORDS = 4_000
CHINESE = "zh"
LENGTHS_OF_CHINESE_WORDS = (2, 3)
# Of these a question comes here as the guest has written it.
_WITHOUT_PHRASINGS = frozenset({"pt", CHINESE})


def question(
    reading: Reading, index: DocumentIndex, words_of_rows: Container[str]
) -> str:
    """The question with their words for those that it has in the guest's own language;
    empty where it has none, or they have no word for any of them.

    words_of_rows: stems of the words that rows have.
    """
    if reading.language not in WITH_PHRASINGS | _WITHOUT_PHRASINGS:
        return ""
    words = _words(index)
    own_words = [word for word in _left_over(reading) if not _is_met(word, index)]
    if not own_words or not words:
        return ""
    spelling = _as_written(reading)
    likely = {own: _likely(spelling.get(own, own), words) for own in own_words}
    likely = {own: meanings for own, meanings in likely.items() if meanings}
    chosen = _joined(likely, index) if likely else {}
    if reading.language in _WITHOUT_PHRASINGS:
        return _keywords(reading, chosen, words_of_rows)
    return _replaced(reading.text, chosen) if chosen else ""


def _keywords(
    reading: Reading, chosen: dict[str, str], words_of_rows: Container[str]
) -> str:
    """Of a question that has no other word of English; empty where a row has them all,
    since the rows are not asked in this way."""
    stems_of_chosen = stems(" ".join(chosen.values()))
    if all(own in EMPTY or own in words_of_rows for own in stems_of_chosen):
        return ""
    names = (name for _, name in reading.named_as)
    return " ".join(dict.fromkeys([*chosen.values(), *names]))


def _as_written(reading: Reading) -> dict[str, str]:
    """Its words with their accents: "extérieur" is outside, "exterieur" hardly."""
    return {question_words.plain(word): word for word in lower_words(reading.original)}


def _likely(own: str, words: tuple[str, ...]) -> dict[str, float]:
    """Words of the documents with about the meaning of one of the guest's, and how near
    each comes. The model knows some words in the singular alone."""
    forms = [own, own[:-1]] if own.endswith("s") and len(own) > SHORTEST else [own]
    cosines = (multilingual.encode(forms) @ _vectors(words).T).max(axis=0)
    least = max(LEAST_COSINE, float(cosines.max()) - ABOUT_ONE_MEANING)
    return {
        words[place]: float(cosines[place]) for place in (cosines >= least).nonzero()[0]
    }


def _joined(
    likely: dict[str, dict[str, float]], index: DocumentIndex
) -> dict[str, str]:
    """For each of the guest's words one of theirs, chosen to stand together in a
    sentence: "outside caterers" rather than "outdoor"."""

    def in_sentence(sentence: Collection[str]) -> dict[str, str]:
        return {
            own: max(met, key=meanings.__getitem__)
            for own, meanings in likely.items()
            if (met := meanings.keys() & sentence)
        }

    def nearness(chosen: dict[str, str]) -> tuple[int, float]:
        return len(chosen), sum(likely[own][word] for own, word in chosen.items())

    nearest = {own: max(all_, key=all_.__getitem__) for own, all_ in likely.items()}
    best = max(map(in_sentence, index.words_by_statement), key=nearness)
    return {**nearest, **best}


def _left_over(reading: Reading) -> list[str]:
    """Words of the guest's own that no phrase has put into English."""
    if reading.language == CHINESE:
        return _pieces(reading.text)
    original = {question_words.plain(word) for word in lower_words(reading.original)}
    names = {word for _, name in reading.named_as for word in name.lower().split()}
    return [
        word
        for word in dict.fromkeys(lower_words(reading.text))
        if question_words.plain(word) in original
        and len(word) >= SHORTEST
        and word not in names
    ]


def _pieces(text: str) -> list[str]:
    """Neighbouring signs that may be a word of Chinese, which has no blanks."""
    return [
        run[start : start + length]
        for run in lower_words(text)
        for length in LENGTHS_OF_CHINESE_WORDS
        for start in range(len(run) - length + 1)
    ]


def _is_met(word: str, index: DocumentIndex) -> bool:
    own_stems = stems(question_words.plain(word))
    is_met = (own in EMPTY or own in index.statements.meeting for own in own_stems)
    return bool(own_stems) and all(is_met)


def _words(index: DocumentIndex) -> tuple[str, ...]:
    return tuple(word for word in index.words if len(word) >= SHORTEST)[:MOST_WORDS]


@lru_cache(maxsize=4)
def _vectors(words: tuple[str, ...]) -> Floats:
    return multilingual.encode(words)


def _replaced(text: str, translations: dict[str, str]) -> str:
    def translated(match: Match) -> str:
        word = str(match[0])
        return translations.get(word.lower(), word)

    return str(WORD.sub(translated, text))
