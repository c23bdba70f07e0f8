"""A question that goes on with a conversation, in words that need no conversation.

Search, ranking, the model's prompt and the trace all use this one wording.
"""

from __future__ import annotations


def full_question(text: str, subject: str) -> str:
    """`Ballo: and tomorrow?` Without a subject the text says all that there is.

    subject: the name of a row, or the question of a written answer.
    """
    if not subject:
        return text
    return f"{subject} {text}" if subject.endswith("?") else f"{subject}: {text}"
