"""All tools, by name."""

from __future__ import annotations

from collections.abc import Mapping

from apps.concierge.tools.calculate import tool as calculate
from apps.concierge.tools.declarations import Tool

TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in (calculate.TOOL,)}
