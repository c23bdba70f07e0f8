"""An answer's text as a page may show it."""

from __future__ import annotations

import pytest

from apps.conversations.answer_html import to_html


def test_it_turns_source_marks_into_buttons() -> None:
    html = to_html("Smart casual. [1]")
    assert html.startswith("<p>Smart casual.<button")
    assert 'data-n="1"' in html


def test_it_lays_out_lists_and_emphasis() -> None:
    html = to_html("Three places:\n\n- **Ballo**\n- Tao")
    assert "<li>" in html
    assert "<strong>Ballo</strong>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[click](javascript:alert(1))",
        "![x](https://evil.example/p.png)",
        "<https://evil.example>",
        'a " onmouseover="alert(1)',
    ],
)
def test_it_shows_no_markup_link_or_picture_of_its_own(text: str) -> None:
    html = to_html(text)
    assert "<script" not in html
    assert "<img" not in html
    assert "<a" not in html
    assert 'onmouseover="' not in html
