"""Draws the compiled graph for the documentation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from apps.concierge import graph


class Command(BaseCommand):
    help = "Print the graph as Mermaid: draw_graph > docs/graph.mmd"

    def handle(self, **_: Any) -> None:
        self.stdout.write(graph.as_mermaid())
