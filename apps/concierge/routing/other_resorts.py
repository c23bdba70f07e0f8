"""Questions about resorts of which the records say nothing."""

from __future__ import annotations

from apps.concierge.context import Context
from apps.concierge.fact_check import competitors


async def is_meant(question: str, context: Context) -> bool:
    """Whether it is about another resort, of which the records say nothing."""
    rivals = competitors.named(question, context.resort.name)
    if not rivals or context.search.named(question):
        return False
    passages = (await context.search.results(schedule=False)).passages
    records = " ".join(passage["content"] for passage in passages).lower()
    return not any(name in records for name in rivals)
