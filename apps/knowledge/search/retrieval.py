"""Finds the passages that answer a question.

Measured on dialogue data (docs/retrieval.md): knowing the place in focus is worth more
than any model, and one vector of the bare question fused with one of "Place: question"
beats either. Weights and damping are settings.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from apps.knowledge.models import item_of
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question.focus import Question
from apps.knowledge.search import rankings, reranking, results
from apps.knowledge.search.rankings import Candidate, Scope
from apps.knowledge.search.results import Found
from apps.knowledge.statements.ranking import Ranked
from apps.language.calendar import asked_time
from apps.language.word_forms import EMPTY, stems

# How much better the rest of the property must match before a place that the guest
# did not name again is left.
LEAVE_FOCUS_MARGIN = 0.25
# A shared word lowers the floor: "seafood" in a long passage hardly moves its vector.
SHARED_WORD_DISCOUNT = 0.6
# Places among the passages for what the ranking of statements has overlooked.
FROM_SEARCH = 3
# A word that so few passages have tells more than any cosine.
RARE_WORD_PASSAGES = 3


@dataclass(frozen=True)
class Vectors:
    """Vectors of a question's wordings under one model; none when it is away.

    `floor` is the cosine below which a passage says nothing about a question; None
    where the model's cosines do not tell, so that only shared words count.
    """

    model: str
    values: Sequence[Sequence[float]] = ()
    floor: float | None = None

    def pair(self) -> tuple[Sequence[float], Sequence[float]]:
        """The vector of the bare question, and that of its second wording."""
        bare, second = (*self.values, (), ())[:2]
        return bare, second


def search(
    question: Question,
    vectors: Vectors,
    snapshot: PropertySnapshot,
    at: datetime,
    statements: Ranked | None = None,
    language: str = "en",
) -> list[Found]:
    """Best passages first; empty when nothing reaches the relevance floor.

    statements: the ranking of single sentences; it and the rankings of whole passages
    choose together.
    """
    limit = settings.RAG_TOP_K
    asked_for = asked_time.read_of_opening(
        question.text, at.astimezone(snapshot.place.zone)
    )
    ranked = rank(question, vectors, snapshot, at, limit)
    if statements is None:
        return results.load(ranked, snapshot, at, asked_for, language=language)
    by_statement = _live(statements.best_passages(limit), snapshot, at)
    best = _joined(by_statement, ranked, limit)
    chances = statements.by_place([passage_id for passage_id, _ in best])
    return results.load(best, snapshot, at, asked_for, chances, language)


def _joined(
    by_statement: Sequence[tuple[int, float]],
    ranked: Sequence[tuple[int, float]],
    limit: int,
) -> list[tuple[int, float]]:
    """The passages of the best statements first; search fills the last places."""
    merged = dict(by_statement[: max(limit - FROM_SEARCH, 1)])
    for passage_id, score in [*ranked, *by_statement]:
        merged.setdefault(passage_id, score)
    return list(merged.items())[:limit]


def _live(
    ranked: Sequence[tuple[int, float]], snapshot: PropertySnapshot, at: datetime
) -> list[tuple[int, float]]:
    """Those whose rows are valid at the moment."""
    return [
        (passage_id, score)
        for passage_id, score in ranked
        if passage_id in snapshot.passages
        and item_of(snapshot.passages[passage_id]).is_valid_at(at)
    ]


def candidates(
    question: Question, vectors: Vectors, snapshot: PropertySnapshot, at: datetime
) -> list[Candidate]:
    """What the rankings see of the passages that may answer."""
    scope = Scope(snapshot.place.pk, at, question.subjects, snapshot.hidden_at(at))
    return rankings.candidates(
        scope,
        question.text,
        vectors.model,
        *vectors.pair(),
        snapshot.vectors(vectors.model),
    )


def rank(
    question: Question,
    vectors: Vectors,
    snapshot: PropertySnapshot,
    at: datetime,
    limit: int,
) -> list[tuple[int, float]]:
    """(passage id, cosine similarity) of what `search` returns, best first."""
    wide = reranking.width(limit)
    ranked = _by_rankings(question, vectors, snapshot, at, wide)
    return reranking.passages(question.text, ranked, snapshot)[:limit]


def _by_rankings(
    question: Question,
    vectors: Vectors,
    snapshot: PropertySnapshot,
    at: datetime,
    limit: int,
) -> list[tuple[int, float]]:
    wide = candidates(question, vectors, snapshot, at)
    telling_ids = _with_rare_word(question.text, snapshot)
    if not question.focus:
        return _rank(wide, vectors, limit, telling_ids)
    in_focus = [candidate for candidate in wide if candidate.is_in_focus]
    # The second wording names the place in focus; it says nothing of other places.
    elsewhere = [candidate._replace(second=None) for candidate in wide]
    return _merged(
        _rank(in_focus, vectors, limit),
        _rank(elsewhere, vectors, limit, telling_ids),
        question,
        limit,
    )


def _rank(
    candidates: Sequence[Candidate],
    vectors: Vectors,
    limit: int,
    telling_ids: Collection[int] | None = None,
) -> list[tuple[int, float]]:
    """(passage id, cosine) after fusion and the floor.

    The floor is on the cosine, not on the fused score, which only knows ranks.
    telling_ids: passages that it does not cut; None cuts nothing, as in focus, where
    the place is already right.
    """
    weights = settings.RETRIEVAL_WEIGHTS
    direct = rankings.best({row.passage_id: row.direct for row in candidates})
    second = rankings.best({row.passage_id: row.second for row in candidates})
    sentence = rankings.best({row.passage_id: row.sentence for row in candidates})
    text = rankings.best({row.passage_id: row.words for row in candidates})
    order = rankings.fuse(
        (
            (weights["vector"], direct),
            (weights["vector_in_focus"], second),
            (weights["sentence"], sentence),
            (weights["text"], text),
        ),
        settings.RRF_K,
    )
    cosine = {
        key: max(direct.get(key, 0.0), second.get(key, 0.0), sentence.get(key, 0.0))
        for key in order
    }
    if telling_ids is not None:
        without = {row.passage_id for row in candidates if not row.has_vector}
        relevant = _relevant(cosine, text, without, vectors).union(telling_ids)
        order = [key for key in order if key in relevant]
    return [(key, cosine[key]) for key in order[:limit]]


def _with_rare_word(text: str, snapshot: PropertySnapshot) -> set[int]:
    """Passages with a word of the question that few others have: "seafood"."""
    index, telling_ids = snapshot.statements, set[int]()
    for word in {*stems(text)} - EMPTY:
        passage_ids = set[int]()
        for place in index.holders.get(word, ()):
            passage_ids.add(index.statements[place].passage_id)
            if len(passage_ids) > RARE_WORD_PASSAGES:
                break
        else:
            telling_ids |= passage_ids
    return telling_ids


def _relevant(
    cosine: dict[int, float],
    text: dict[int, float],
    without_vector: set[int],
    vectors: Vectors,
) -> set[int]:
    """Passages near enough in meaning, or with shared words where that is unknown."""
    if vectors.floor is None or not any(cosine.values()):
        return set(text)
    similar = {
        key
        for key, similarity in cosine.items()
        if similarity >= vectors.floor * (SHARED_WORD_DISCOUNT if key in text else 1.0)
    }
    return similar | (set(text) & without_vector)


def _merged(
    in_focus: list[tuple[int, float]],
    wide: list[tuple[int, float]],
    question: Question,
    limit: int,
) -> list[tuple[int, float]]:
    """The place in focus comes first and shares the list with the whole property."""
    best_in_focus = max((score for _, score in in_focus), default=0.0)
    best_wide = max((score for _, score in wide), default=0.0)
    leaves = best_wide > best_in_focus + LEAVE_FOCUS_MARGIN
    if leaves and not question.is_about_focus:
        in_focus, wide = wide, in_focus
    first = in_focus[: max(limit - 2, 1)]
    merged = dict(first)
    for key, score in [*wide, *in_focus]:
        merged.setdefault(key, score)
    return list(merged.items())[:limit]
