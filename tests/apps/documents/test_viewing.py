"""Pages of documents as pictures."""

from __future__ import annotations

from typing import Any

import pytest

from apps.documents import sandbox, viewing
from apps.documents.models import Document
from apps.properties.models import Property
from tests.handing_in import take


@pytest.fixture
def heavy(mohegan: Property) -> Document:
    """Drawing it takes longer than it may."""
    return take(mohegan, "plan.pdf", b"%PDF-1.7")


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Pages that were begun to be drawn."""
    pages: list[int] = []

    def draw(path: object, page: int, *_: object) -> dict[str, Any]:
        pages.append(page)
        raise sandbox.UnreadableFile(sandbox.TOO_SLOW)

    monkeypatch.setattr(sandbox, "draw", draw)
    return pages


def test_a_page_too_heavy_to_draw_is_tried_once_whatever_is_marked(
    heavy: Document, attempts: list[int]
) -> None:
    for page, sentence in ((1, ""), (1, "Towels are free."), (1, ""), (2, "")):
        with pytest.raises(sandbox.UnreadableFile, match="took too long"):
            viewing.drawn(heavy, page, sentence)
    assert attempts == [1, 2]


def test_too_many_visitors_at_once_are_no_failure_of_the_page(
    heavy: Document, attempts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewing, "DRAW_WAIT_SECONDS", 0.0)
    refused = pytest.raises(sandbox.UnreadableFile, match="Too many")
    with viewing._drawing, viewing._drawing, refused:
        viewing.drawn(heavy, 1)
    with pytest.raises(sandbox.UnreadableFile, match="took too long"):
        viewing.drawn(heavy, 1)
    assert attempts == [1]
