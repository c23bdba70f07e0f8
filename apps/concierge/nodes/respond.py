"""Closes a good answer: what it draws on, its cards, and what may be asked next."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from apps.concierge import answer_extras
from apps.concierge.context import Context
from apps.concierge.state import ConciergeState


async def respond(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    cited = dict.fromkeys(citation["category"] for citation in state["citations"])
    more = answer_extras.of(state["citations"], runtime.context)
    if state["choices"]:
        more["followups"] = state["choices"]
    return {"sources_used": list(cited), "retry_feedback": None, **more}
