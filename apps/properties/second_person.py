"""Who may be the second of two people.

An account that a proposer makes to agree with it is no other person: it has to be older
than the proposal, and made by nobody who wrote it, as far as the audit log knows.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType

WROTE = "You wrote it."
IS_NEWER = "Your account is newer than this change."
WAS_MADE = "Your account was made by somebody who wrote this change."


@dataclass(frozen=True)
class SecondPerson:
    """maker_ids: of the users who created or invited the account."""

    account: Any
    maker_ids: Set[int]

    def objection(self, author_ids: Set[int | None], proposed_at: datetime) -> str:
        """Why the account may not agree to it; empty where it may.

        author_ids: None for an author who has left; empty where no person wrote it.
        """
        if self.account.pk in author_ids:
            return WROTE
        if author_ids and self.account.date_joined >= proposed_at:
            return IS_NEWER
        return WAS_MADE if self.maker_ids & author_ids else ""


def of(account: Any) -> SecondPerson:
    entries = LogEntry.objects.filter(
        action_flag=ADDITION,
        content_type=ContentType.objects.get_for_model(get_user_model()),
        object_id=str(account.pk),
    )
    return SecondPerson(account, set(entries.values_list("user_id", flat=True)))
