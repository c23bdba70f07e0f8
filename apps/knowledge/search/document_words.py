"""A Spanish or French question in the words of documents that are in English.

The phrases of `question_words` are those of rows. A document has words that no list
knows: the multilingual model says which word of the documents a guest's word means.
"""

from __future__ import annotations

from functools import lru_cache

from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match
from apps.knowledge.document_index import DocumentIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.knowledge.statements.reading import WITH_PHRASINGS, Reading
from apps.language.translation import question_words
from apps.language.word_forms import EMPTY, stems
from apps.llm.local import multilingual

# The cosine of two words of one meaning: "globos" and "balloons" have 0.71, "submarino"
# and "boat" 0.50.
LEAST_COSINE = 0.65
SHORTEST = 4
# Of all documents, the newest first; a thousand words take half a second, once.
MOST_WORDS = 4_000
_WORD = patterns.compile(r"\pL[\pL'\x{2019}-]*")


def question(reading: Reading, index: DocumentIndex) -> str:
    """The question with their words for those that it has in the guest's own language;
    empty where it has none, or they have no word for any of them."""
    if reading.language not in WITH_PHRASINGS:
        return ""
    words = _words(index)
    own_words = [word for word in _left_over(reading) if not _is_met(word, index)]
    if not own_words or not words:
        return ""
    cosines = multilingual.encode(own_words) @ _vectors(words).T
    translations = {
        own: words[int(row.argmax())]
        for own, row in zip(own_words, cosines, strict=True)
        if row.max() >= LEAST_COSINE
    }
    return _replaced(reading.text, translations) if translations else ""


def _left_over(reading: Reading) -> list[str]:
    """Words of the guest's own that no phrase has put into English."""
    original = {question_words.plain(word) for word in _lower_words(reading.original)}
    names = {word for _, name in reading.named_as for word in name.lower().split()}
    return [
        word
        for word in dict.fromkeys(_lower_words(reading.text))
        if question_words.plain(word) in original
        and len(word) >= SHORTEST
        and word not in names
    ]


def _is_met(word: str, index: DocumentIndex) -> bool:
    return all(
        own in EMPTY or own in index.statements.meeting
        for own in stems(question_words.plain(word))
    )


def _words(index: DocumentIndex) -> tuple[str, ...]:
    words = dict.fromkeys(
        word
        for statement in index.statements.statements
        for word in _lower_words(f"{statement.row} {statement.text}")
        if len(word) >= SHORTEST
    )
    return tuple(words)[:MOST_WORDS]


@lru_cache(maxsize=4)
def _vectors(words: tuple[str, ...]) -> Floats:
    return multilingual.encode(words)


def _lower_words(text: str) -> list[str]:
    return [match[0].lower() for match in _WORD.finditer(text)]


def _replaced(text: str, translations: dict[str, str]) -> str:
    def translated(match: Match) -> str:
        word = str(match[0])
        return translations.get(word.lower(), word)

    return str(_WORD.sub(translated, text))
