"""What a phrasing may say."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from apps.knowledge.indexing.instruction_check import gives_orders
from apps.knowledge.indexing.visible_text import visible
from apps.privacy.redaction import redact


def insist(text: str) -> None:
    """Raises ValidationError."""
    if visible(text) != text:
        raise ValidationError("Write it as plain text, without hidden characters.")
    if not any(sign.isalpha() for sign in text):
        raise ValidationError("Write a question in words.")
    if redact(text) != text:
        raise ValidationError("It holds personal data. Write it without.")
    if gives_orders(text):
        raise ValidationError(
            "It reads like an instruction to the concierge. Write what a guest asks."
        )
