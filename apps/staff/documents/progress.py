"""How far the reading of a document is, in the words of a toast."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from apps.documents import status
from apps.documents.models import Document
from apps.knowledge.indexing import document_passages
from apps.knowledge.models import HeldSentence

Status = Document.Status
SENTENCES = {
    Status.DRAFT: "It has been read and waits as a draft.",
    Status.LIVE: "It is live: guests are answered from it.",
    Status.EXPIRED: "It has expired; guests do not see it.",
}
# Parsing shows no share of its own; vectors take most of the time.
PARSED_PERCENT = 10


def of(document: Document) -> dict[str, Any]:
    """percent: of the reading; 100 once it has ended."""
    return {
        "id": document.pk,
        "title": document.title,
        "status": document.status,
        "label": document.get_status_display(),
        "percent": _percent(document),
        "is_done": document.status != Status.PROCESSING,
        "text": _text(document),
        "url": reverse("admin:documents_document_change", args=[document.pk]),
        "follow": reverse("document-progress", args=[document.pk]),
    }


def _percent(document: Document) -> int:
    if document.status != Status.PROCESSING:
        return 100
    share = document_passages.share_done(document)
    has_sections = bool(share) or document.sections.exists()
    return int(PARSED_PERCENT + (100 - PARSED_PERCENT) * share) if has_sections else 0


def _text(document: Document) -> str:
    if document.status == Status.FAILED:
        return document.error
    if document.status == Status.PROCESSING:
        is_parsed = document.sections.exists()
        return "Its sentences are made findable." if is_parsed else "It is being read."
    text = SENTENCES[Status(document.status)]
    if document.status == Status.DRAFT and status.needs_second_person(document):
        text += " Somebody else has to publish it."
    held = HeldSentence.objects.filter(document=document).count()
    if not held:
        return text
    sentences = "sentence is" if held == 1 else "sentences are"
    return f"{text} {held} {sentences} held back; its page in the admin says why."
