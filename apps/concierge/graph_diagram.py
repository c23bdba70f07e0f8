"""The compiled graph as text and as data."""

from __future__ import annotations

from typing import Any

from apps.concierge.graph import build_graph


def as_mermaid() -> str:
    return build_graph().get_graph().draw_mermaid(with_styles=False)


def as_data() -> dict[str, Any]:
    """Nodes, and edges with the condition under which they are taken, if any."""
    drawn = build_graph().get_graph()
    return {
        "nodes": [{"id": node} for node in drawn.nodes],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "condition": (str(edge.data or edge.target))
                if edge.conditional
                else None,
            }
            for edge in drawn.edges
        ],
    }
