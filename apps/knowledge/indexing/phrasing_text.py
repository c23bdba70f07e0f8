"""What a phrasing may say."""

from __future__ import annotations

from django.core.exceptions import ValidationError

from apps.knowledge.indexing.instruction_check import gives_orders
from apps.knowledge.indexing.visible_text import visible
from apps.knowledge.question.row_names import normalised
from apps.language import word_forms
from apps.privacy.redaction import redact


def insist(text: str) -> None:
    """Raises ValidationError."""
    if visible(text) != text:
        raise ValidationError("Write it as plain text, without hidden characters.")
    if not any(sign.isalpha() for sign in text):
        raise ValidationError("Write a question in words.")
    if _is_bare_word(text):
        raise ValidationError("Write a whole question. This word alone fits too many.")
    if redact(text) != text:
        raise ValidationError("It holds personal data. Write it without.")
    if gives_orders(text):
        raise ValidationError(
            "It reads like an instruction to the concierge. Write what a guest asks."
        )


def plain(text: str) -> str:
    """What a guest wrote as staff store it: one line, as a person sees it."""
    return " ".join(visible(text).split())


def comparable(text: str) -> str:
    """The same for two questions that differ in case, accents and punctuation only."""
    return normalised(text).strip() or " ".join(text.casefold().split())


def _is_bare_word(text: str) -> bool:
    """Whether it is one word without a subject, such as "the"."""
    stems = word_forms.stems(text)
    return len(stems) == 1 and not word_forms.content(stems)
