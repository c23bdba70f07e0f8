"""Judges the best results of a search once more, each together with the question.

Only where `RERANKER` names a model; docs/retrieval.md says what it brings and costs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from apps.knowledge.models import Passage
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import rankings
from apps.knowledge.statements.index import StatementIndex
from apps.knowledge.statements.phrasing_vectors import Floats
from apps.llm import rerank

MOST_JUDGED = 10
# Of its order of passages, beside that of the search.
WEIGHT = 0.3
# What a score of 1 adds to the score of a statement, beside one of 0.
SCALE = 10.0
DAMPING = 10


def width(limit: int) -> int:
    """How many passages to rank where so many are wanted."""
    return max(limit, MOST_JUDGED) if rerank.reranker() else limit


def passages(
    question: str, ranked: Sequence[tuple[int, float]], snapshot: PropertySnapshot
) -> list[tuple[int, float]]:
    """ranked: (passage id, cosine), best first; so are the results."""
    model = rerank.reranker()
    judged = [own for own in ranked[:MOST_JUDGED] if own[0] in snapshot.passages]
    if model is None or not judged:
        return list(ranked)
    ids = [passage_id for passage_id, _ in judged]
    scores = model.scores(question, [_text(snapshot.passages[key]) for key in ids])
    by_model = [ids[place] for place in np.argsort(-scores, kind="stable")]
    order = rankings.fuse([(1, ids), (WEIGHT, by_model)], DAMPING)
    cosines = dict(ranked)
    best = {key: cosines[key] for key in order}
    return [*best.items(), *(own for own in ranked if own[0] not in best)]


def statements(question: str, index: StatementIndex, scores: Floats) -> Floats:
    """The scores of a ranking, shape (statements,), those of its best judged again."""
    model = rerank.reranker()
    if model is None:
        return scores
    best = np.argsort(-scores, kind="stable")[:MOST_JUDGED]
    best = best[np.isfinite(scores[best])]
    own = model.scores(question, [index.statements[n].text for n in best])
    judged = scores.copy()
    # What is judged best keeps its score: by that its chance is reckoned.
    judged[best] += SCALE * (own - own.max(initial=0.0))
    return judged


def _text(passage: Passage) -> str:
    sentences = " ".join(line["text"] for line in passage.sentences)
    return f"{passage.title}. {sentences}"
