"""The documents say what the code does."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from concierge_project.management.commands.settings_table import table


def part(document: str, name: str) -> str:
    """The text between the two marks of a generated part."""
    text = (Path(settings.BASE_DIR) / document).read_text(encoding="utf-8")
    _, _, after_mark = text.partition(f"<!-- {name}: ")
    return (
        after_mark.partition("-->")[2].partition(f"<!-- end of {name} -->")[0].strip()
    )


def test_it_lists_every_setting_in_the_readme() -> None:
    assert part("README.md", "settings") == table()


def test_it_tells_the_whole_comment_of_a_setting() -> None:
    folder = Path(settings.BASE_DIR) / "concierge_project/settings"
    source = "\n".join(file.read_text() for file in folder.glob("*.py"))
    printed = table()
    lines = [line[4:] for line in source.splitlines() if line.startswith("# : ")]
    assert [line for line in lines if line not in printed] == []


def test_it_shows_the_graph_as_it_is_compiled() -> None:
    drawn = StringIO()
    call_command("draw_graph", stdout=drawn)
    shown = part("docs/architecture.md", "graph")
    assert shown == f"```mermaid\n{drawn.getvalue().strip()}\n```"


@pytest.mark.parametrize("document", ["README.md", "docs/page.md"])
def test_it_shows_its_pictures(document: str) -> None:
    path = Path(settings.BASE_DIR) / document
    text = path.read_text(encoding="utf-8")
    named = re.findall(r'(?:src="|\]\()([^")]+\.(?:png|webp))', text)
    assert len(named) >= 5
    for picture in named:
        assert (path.parent / picture).stat().st_size > 0
