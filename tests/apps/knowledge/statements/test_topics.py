"""The topics are data: fields that rows have, and phrasings that have vectors."""

from __future__ import annotations

import numpy as np

from apps.knowledge.models import Passage
from apps.knowledge.statements import topics
from apps.properties.models import Property

COMPUTED = {"now", "then"}


def test_every_phrasing_has_a_stored_vector() -> None:
    """Otherwise `manage.py train_ranking` has to run again."""
    count = sum(len(topic.phrasings) for topic in topics.topics())
    vectors = topics.vectors()
    assert len(vectors.matrix) == len(vectors.owner) == count
    assert np.allclose(np.linalg.norm(vectors.matrix, axis=1), 1, atol=0.01)


def test_a_phrasing_belongs_to_its_own_topic() -> None:
    vectors, names = topics.vectors(), [topic.name for topic in topics.topics()]
    for name, text in (("hours", "opening hours"), ("price", "how much is it")):
        place = [t for topic in topics.topics() for t in topic.phrasings].index(text)
        scores = vectors.scores(vectors.matrix[place])
        assert names[int(scores.argmax())] == name


def test_the_first_field_of_a_topic_has_rank_zero() -> None:
    names = [topic.name for topic in topics.topics()]
    fields = topics.fields_of("price")
    ranks = topics.field_ranks((fields[0], fields[1], "no_such_field"))
    assert list(ranks[:, names.index("price")]) == [0, 1, -1]
    assert topics.fields_of("no_such_topic") == ()


def test_every_field_of_the_demo_rows_answers_a_topic(demo: Property) -> None:
    topic_fields = {
        field for topic in topics.topics() for field in topic.fields
    } | COMPUTED
    row_fields = {
        sentence["field"]
        for passage in Passage.objects.all()
        for sentence in passage.sentences
    }
    assert row_fields <= topic_fields
