"""What models do once an answer is stored and published. Nobody waits for it.

A failure here concerns nobody: the guest has the answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from apps.conversations.turns.active_turn import ActiveTurn, Answer
from apps.conversations.turns.graph_runs import background_plan
from apps.conversations.turns.memory import told_facts

log = logging.getLogger(__name__)


class AfterTurn:
    """tasks: what still runs in this process."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(
        self, turn: ActiveTurn, answer: Answer | None, metrics: Mapping[str, Any]
    ) -> None:
        """For a turn that was answered; metrics: of its run."""
        may_note = told_facts.may_note(turn, answer, metrics)
        reads = may_note and bool(told_facts.extractor(turn))
        plans = background_plan.is_enabled(turn.flags)
        if reads or plans:
            task = asyncio.create_task(_work(turn, reads=reads, plans=plans))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)


async def _work(turn: ActiveTurn, *, reads: bool, plans: bool) -> None:
    """The plan comes last: it asks for nothing that this message has told."""
    if reads:
        try:
            await told_facts.note_by_model(turn)
        except Exception:
            log.exception("no model read the message of turn %s", turn.key)
    if plans:
        try:
            await background_plan.plan(turn)
        except Exception:
            log.exception("no plan after turn %s", turn.key)
    if turn.recorder:
        await turn.recorder.store_afterwards()
