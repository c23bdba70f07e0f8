"""The language of a short text, by the words that it shares with sentences of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apps.language import normalise


def vocabularies(by_language: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """The words of the sentences of each language."""
    return {
        code: frozenset(normalise.words(" ".join(texts)).split())
        for code, texts in by_language.items()
    }


def language(text: str, by_language: Mapping[str, frozenset[str]], default: str) -> str:
    """The language with which the text shares most words; `default` where that is one
    of several."""
    words = set(normalise.words(text).split())
    shared = {code: len(words & own) for code, own in by_language.items()}
    most = max(shared.values())
    if shared.get(default) == most:
        return default
    return max(shared, key=shared.__getitem__)
