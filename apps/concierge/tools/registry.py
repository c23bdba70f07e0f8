"""All tools, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from apps.concierge.context import Context
from apps.concierge.tools import my_bookings, remember, search_documents
from apps.concierge.tools.calculate import tool as calculate
from apps.concierge.tools.declarations import Tool
from apps.concierge.tools.weather import tool as weather
from apps.llm.providers import ToolSchema
from apps.properties import flags


def schemas(context: Context) -> Sequence[ToolSchema]:
    """What a model may call in this turn; nothing where the property has no tools."""
    if not flags.is_on(context.flags, "tools"):
        return ()
    return _schemas(
        tuple(tool.name for tool in TOOLS.values() if tool.is_offered(context))
    )


@cache
def _schemas(names: tuple[str, ...]) -> Sequence[ToolSchema]:
    return tuple(TOOLS[name].schema() for name in names)


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        search_documents.TOOL,
        weather.TOOL,
        calculate.TOOL,
        my_bookings.TOOL,
        remember.TOOL,
    )
}
