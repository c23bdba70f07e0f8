"""Two people for a change of helplines: one proposes it, another one approves it.

A wrong number reaches guests in the worst hour of their lives. Where nobody else may
approve, a change takes effect at once. Only this module writes `HelplineChange`.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Field, Model, Q, QuerySet
from django.utils import timezone

from apps.properties import change_log
from apps.properties.models import Helpline, HelplineChange, StaffAccess

FIELDS = (
    *("purpose", "name", "phone", "vanity", "takes_texts"),
    *("website", "note", "position", "source", "verified_on"),
)
PERMISSION = {"codename": "change_helpline", "content_type__app_label": "properties"}
Action, State = HelplineChange.Action, HelplineChange.State


class UndecidableError(Exception):
    """The message says why a proposal cannot be approved or refused."""


def column(name: str) -> Field[Any, Any]:
    [field] = (field for field in Helpline._meta.fields if field.name == name)
    return field


def approvers(proposer: Any) -> QuerySet[Any]:
    """Colleagues of all properties who may change helplines and sign in."""
    own = {f"user_permissions__{key}": value for key, value in PERMISSION.items()}
    group = {f"groups__permissions__{key}": value for key, value in PERMISSION.items()}
    everywhere = StaffAccess.objects.filter(all_properties=True).values("user")
    may = Q(pk__in=everywhere) & (Q(**own) | Q(**group))
    rows = get_user_model().objects.filter(is_active=True, is_staff=True)
    return rows.filter(Q(is_superuser=True) | may).exclude(pk=proposer.pk).distinct()


def propose(line: Helpline, proposer: Any, *, is_deletion: bool) -> HelplineChange:
    """line: a checked row that is not saved, or the row to delete."""
    stored = Helpline.objects.filter(pk=line.pk).first()
    action = Action.CHANGE if stored else Action.ADD
    before, after = _values(stored), _values(None if is_deletion else line)
    return HelplineChange.objects.create(
        jurisdiction_id=line.jurisdiction_id,
        helpline=stored,
        action=Action.DELETE if is_deletion else action,
        name=str(line)[:200],
        values={
            field: [before[field], after[field]]
            for field in FIELDS
            if before[field] != after[field]
        },
        proposed_by=proposer,
    )


@transaction.atomic
def approve(change_id: int, approver: Any) -> None:
    """Raises UndecidableError, also where the helpline has changed in the meantime."""
    change = _waiting(change_id, approver)
    line = _line(change)
    with change_log.made_by(approver):
        if change.action == Action.DELETE:
            line.delete()
        else:
            _save(change, line)
    _decide(change, approver, State.APPROVED)


@transaction.atomic
def refuse(change_id: int, approver: Any) -> None:
    _decide(_waiting(change_id, approver), approver, State.REFUSED)


def _waiting(change_id: int, approver: Any) -> HelplineChange:
    change = HelplineChange.objects.select_for_update().get(pk=change_id)
    if change.state != State.WAITING:
        raise UndecidableError(f"{change.name}: somebody else has already decided.")
    if change.proposed_by_id == approver.pk:
        raise UndecidableError(
            f"{change.name}: a colleague has to decide on your change."
        )
    return change


def _line(change: HelplineChange) -> Helpline:
    if change.action == Action.ADD:
        return Helpline(jurisdiction_id=change.jurisdiction_id)
    line = _stored(change)
    current = _values(line)
    if line is None or any(
        current[field] != old for field, (old, _) in change.values.items()
    ):
        raise UndecidableError(
            f"{change.name}: the helpline has changed since; refuse it."
        )
    return line


def _stored(change: HelplineChange) -> Helpline | None:
    if change.helpline_id is None:
        return None
    rows = Helpline.objects.select_for_update()
    return rows.filter(pk=change.helpline_id).first()


def _save(change: HelplineChange, line: Helpline) -> None:
    for field, (_, new) in change.values.items():
        setattr(line, field, column(field).to_python(new))
    try:
        line.full_clean()
    except ValidationError as error:
        text = " ".join(error.messages)
        raise UndecidableError(f"{change.name}: {text}") from error
    line.save()


def _decide(change: HelplineChange, approver: Any, state: str) -> None:
    change.state, change.decided_by = state, approver
    change.decided_at = timezone.now()
    change.save(update_fields=["state", "decided_by", "decided_at"])


def _values(line: Model | None) -> dict[str, Any]:
    """As JSON holds them; None for each field of no row."""
    if line is None:
        return dict.fromkeys(FIELDS)
    values = {name: column(name).value_from_object(line) for name in FIELDS}
    day = values["verified_on"]
    return {**values, "verified_on": day.isoformat() if day else None}
