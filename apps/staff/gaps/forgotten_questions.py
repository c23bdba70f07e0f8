"""Erases what a guest who forgets a conversation has left in gaps."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from apps.knowledge.models import Phrasing
from apps.privacy.redaction import redact
from apps.staff.models import GapWork, Version


def erase(property_id: int, questions: list[str], **_: Any) -> None:
    """Erase a guest's questions from every gap, with their answers and phrasings."""
    for ask in {redact(text) for text in questions}:
        works = GapWork.objects.filter(
            Q(before__contains=[{"ask": ask}]) | Q(after__contains=[{"ask": ask}]),
            property_id=property_id,
        )
        for work in works.select_for_update():
            work.before = [entry for entry in work.before if entry["ask"] != ask]
            work.after = [entry for entry in work.after if entry["ask"] != ask]
            work.paraphrases = [row for row in work.paraphrases if row["of"] != ask]
            work.save(update_fields=["before", "after", "paraphrases"])
        _erase_phrasing(property_id, ask)


def _erase_phrasing(property_id: int, text: str) -> None:
    """One that staff have taken from a gap, also from the versions of its row."""
    phrasing = {"text": text, "source": Phrasing.Source.GAP}
    Phrasing.objects.filter(item__property_id=property_id, **phrasing).delete()
    old = Version.objects.filter(
        property_id=property_id, content__contains={"phrasings": [phrasing]}
    )
    for version in old.select_for_update():
        version.content["phrasings"] = [
            row for row in version.content["phrasings"] if row["text"] != text
        ]
        version.save(update_fields=["content"])
