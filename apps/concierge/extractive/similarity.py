"""How near a fact is to a question: shared words always, meaning where MiniLM runs."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from threading import Lock

from apps.concierge.extractive.facts import Fact
from apps.language.vocabulary import synonyms
from apps.llm.embeddings import Embedder, MiniLMEmbedder, embedder

# (question, sentences) to one number a sentence, 1 the same and 0 nothing in common.
Similarity = Callable[[str, Sequence[str]], list[float]]

_REMEMBERED = 4096


class SentenceVectors:
    """Vectors of catalog sentences, which come back turn after turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._vectors: dict[str, list[float]] = {}

    def of(self, model: Embedder, sentences: Sequence[str]) -> list[list[float]]:
        with self._lock:
            is_full = len(self._vectors) >= _REMEMBERED
            vectors = {} if is_full else dict(self._vectors)
        new = [text for text in dict.fromkeys(sentences) if text not in vectors]
        if new:
            vectors |= dict(zip(new, model.embed_documents(new), strict=True))
            with self._lock:
                self._vectors = vectors
        return [vectors[text] for text in sentences]


def shared(words: frozenset[str], fact: Fact) -> float:
    """Share of the words that a fact holds, synonyms counted, from 0 to 1."""
    return len(matched(words, fact)) / len(words) if words else 0.0


def matched(words: frozenset[str], fact: Fact) -> set[str]:
    by_word = synonyms.synonyms()
    return {
        word
        for word in words
        if word in fact.words or fact.words & by_word.get(word, frozenset())
    }


def by_meaning(question: str, sentences: Sequence[str]) -> list[float]:
    """Cosines from MiniLM; zeros with an embedder whose cosines do not tell."""
    model = embedder()
    if not isinstance(model, MiniLMEmbedder) or not sentences:
        return [0.0] * len(sentences)
    query = _query(model, question)
    return [
        sum(left * right for left, right in zip(query, vector, strict=True))
        for vector in _vectors().of(model, sentences)
    ]


@lru_cache(maxsize=8)
def _query(model: MiniLMEmbedder, question: str) -> list[float]:
    """One question is compared with several pools of facts."""
    return model.embed_queries([question])[0]


@cache
def _vectors() -> SentenceVectors:
    return SentenceVectors()
