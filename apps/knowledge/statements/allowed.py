"""The statements that the wording of a question leaves."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from apps.knowledge.question import subject as subjects
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.index import StatementIndex
from apps.knowledge.statements.reading import Reading


def that_may_answer(
    index: StatementIndex, reading: Reading, hidden: Collection[int] = ()
) -> NDArray[np.bool_]:
    """Those that the wording of the question leaves; none where all are hidden."""
    may_answer = ~index.is_of_rows(hidden)
    if reading.is_of_named_alone:
        may_answer &= index.is_of_rows(reading.named)
    for likely in _likely_meant(index, reading):
        if (may_answer & likely).any():
            may_answer &= likely
    return may_answer


def _likely_meant(
    index: StatementIndex, reading: Reading
) -> Iterator[NDArray[np.bool_]]:
    """Statements of what is talked about ("how much?"), and of the kind of row that is
    asked for ("which rooms"): others answer only where there are none.

    "How do I get that?" asks of the tier that was told of, "can I buy my way in?" of no
    other one; "names?" asks of what was told.
    """
    if reading.names_nothing:
        is_told = np.isin(index.texts, reading.subject.statements)
        told_tier = index.is_tier & is_told
        if reading.points_back or (reading.hangs_on and told_tier.any()):
            yield told_tier if reading.points_back else told_tier | ~index.is_tier
        if ellipsis.asks_for_names(reading.text):
            yield is_told
    if reading.chosen_among:
        yield index.is_of_rows(reading.chosen_among)
    elif reading.names_nothing:
        listed = reading.subject.rows if reading.subject.is_list else ()
        if subjects.names_earlier_kind(reading.text):  # "that club", of those
            listed = ()
        same_name = index.rows_named(reading.focus_name)
        yield index.is_of_rows([*reading.subject_rows, *listed, *same_name])
    if reading.kinds:
        yield index.is_of_kinds(["faq", *reading.kinds])
