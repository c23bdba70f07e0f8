"""What of a held answer still holds once staff have rewritten its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.concierge.fact_check import claims
from apps.concierge.fact_check.supported_claims import support
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match
from apps.language import word_forms

PARTS = ("sources", "citations", "cards", "followups", "help")
Citation = Mapping[str, Any]
_MARKER = patterns.compile(r"[ \t]*\[(\d{1,2})\]")
_SENTENCE_END = patterns.compile(r"[.!?:]\s+|[\u3002\uff01\uff1f]|\n")
_STOPS = ".!?: \u3002\uff01\uff1f"
_NEGATION = patterns.compile(
    r"\b(not|no|never|nor|neither|without|nothing|cannot|nunca|sin|tampoco|não|nem|sem|"
    r"pas|jamais|sans|plus de)\b|n['\u2019]t\b|[不没沒無无]",
    "i",
)


def parts(held: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The fields of the message: its `text`, and the parts that still belong to it.

    A number in brackets stays where the source holds what its sentence says now; the
    sources that stay are numbered anew from one.
    """
    kept_parts = {name: list(held.get(name, ())) for name in PARTS}
    if text == held.get("text", ""):
        return {"text": text, **kept_parts}
    rewriting = _Rewriting(held, text)
    shown_text = _MARKER.sub(rewriting.marker, text).strip()
    citations = rewriting.citations
    rows = {citation["item_id"] for citation in citations}
    kept_parts |= {
        "citations": citations,
        "sources": list(dict.fromkeys(row["category"] for row in citations)),
        "cards": [card for card in kept_parts["cards"] if card["item_id"] in rows],
        "followups": kept_parts["followups"] if citations else [],
    }
    return {"text": shown_text, **kept_parts}


class _Rewriting:
    """Numbers the sources in the order in which the new text uses them."""

    def __init__(self, held: Mapping[str, Any], text: str) -> None:
        self._text = text
        self._by_number = {row["n"]: row for row in held.get("citations", ())}
        self._sentences = frozenset(_sentences(held.get("text", "")))
        self._numbers: dict[int, int] = {}
        self.citations: list[dict[str, Any]] = []

    def marker(self, match: Match) -> str:
        """What stands in its place; empty where the source does not hold it."""
        number = int(match.group(1))
        citation = self._by_number.get(number)
        sentence = _last_sentence(self._text[: match.start()])
        if citation is None or not self._holds(citation, sentence):
            return ""
        if number not in self._numbers:
            self._numbers[number] = len(self._numbers) + 1
            self.citations.append({**citation, "n": self._numbers[number]})
        before = match.group()[: match.group().index("[")]
        return f"{before}[{self._numbers[number]}]"

    def _holds(self, citation: Citation, sentence: str) -> bool:
        is_unchanged = (citation["n"], sentence) in self._sentences
        return is_unchanged or _still_says(citation, sentence)


def _sentences(text: str) -> list[tuple[int, str]]:
    """(number, sentence) of each marker in a text."""
    return [
        (int(match.group(1)), _last_sentence(text[: match.start()]))
        for match in _MARKER.finditer(text)
    ]


def _last_sentence(before: str) -> str:
    """The words that a marker behind `before` belongs to."""
    words = _MARKER.sub("", before).rstrip(_STOPS)
    return _SENTENCE_END.split(words)[-1].strip()


def _still_says(citation: Citation, sentence: str) -> bool:
    """Whether a sentence shares something with the quote and claims nothing new."""
    quote, checked = citation["quote"], citation.get("sentence", "")
    if _NEGATION.search(sentence) and not _NEGATION.search(f"{quote} {checked}"):
        return False
    sentence_claims = claims.find(sentence)
    recorded, of_quote = support(f"{quote}; {checked}"), support(quote)
    if not all(recorded.allows(claim) for claim in sentence_claims):
        return False
    return any(map(of_quote.allows, sentence_claims)) or _share_words(
        quote, sentence, citation["title"]
    )


def _share_words(quote: str, sentence: str, title: str) -> bool:
    """Beside the words of the row's name, where the quote has more than those."""
    words = _content(quote)
    return bool((words - _content(title) or words) & _content(sentence))


def _content(text: str) -> set[str]:
    return word_forms.content(word_forms.stems(text))
