"""At most one question of ours in an answer: a guest answers one, or none."""

from __future__ import annotations

from apps.infrastructure import patterns

# A sentence begins after the last one's end, or after its source mark.
_WITHIN = r"[^.!?。！？\]\n]*"  # noqa: RUF001 - of other scripts
_QUESTION = patterns.compile(rf"{_WITHIN}\w{_WITHIN}[?？]+")  # noqa: RUF001


def first_alone(text: str) -> str:
    """The text without the questions after its first one."""
    further = list(_QUESTION.finditer(text))[1:]
    for match in reversed(further):
        text = text[: match.start()] + text[match.end() :]
    return text.strip() if further else text
