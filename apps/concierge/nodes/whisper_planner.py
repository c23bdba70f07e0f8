"""Hands the speaker the plan that was made in the background after the last answer.

The first turn has none; a late or failed plan is simply absent.
"""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def whisper_planner(
    state: ConciergeState,
    runtime: Runtime[Context],
) -> dict[str, Any]:
    return {"whisper_plan": runtime.context.plan}
