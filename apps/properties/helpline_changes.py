"""Two people for a change of helplines: one proposes it, another one approves it.

The emergency phone of a property changes in the same way, and its jurisdiction, whose
helplines its guests are given. A wrong number reaches guests in the worst hour of their
lives. Where nobody else may approve, a change takes effect at once. Only this module
writes `HelplineChange`.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Field, Model, Q, QuerySet
from django.utils import timezone

from apps.properties import access, change_log, local_times
from apps.properties.models import (
    Helpline,
    HelplineChange,
    Jurisdiction,
    Property,
    StaffAccess,
)

FIELDS = (
    *("purpose", "name", "phone", "vanity", "takes_texts"),
    *("website", "note", "position", "source", "verified_on"),
)
EMERGENCY_PHONE, JURISDICTION = "security_phone", "jurisdiction"
PERMISSION = {"codename": "change_helpline", "content_type__app_label": "properties"}
Action, State = HelplineChange.Action, HelplineChange.State


class UndecidableError(Exception):
    """The message says why a proposal cannot be approved or refused."""


def column(change: HelplineChange, name: str) -> Field[Any, Any]:
    model = Helpline if change.property_id is None else Property
    [field] = (field for field in model._meta.fields if field.name == name)
    return field


def text(change: HelplineChange, name: str, value: Any) -> str:
    """A value as people read it: a jurisdiction with the helplines that it brings."""
    if name != JURISDICTION:
        return "" if value is None else str(value)
    law = Jurisdiction.objects.filter(pk=value).first()
    if law is None:
        return "a jurisdiction that is gone"
    numbers = "; ".join(str(line) for line in law.helplines.all())
    return f"{law} ({numbers or 'no helplines'})"


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


def hold_numbers(place: Property, proposer: Any) -> list[str]:
    """Proposes what the form of a property changes of the numbers for guests in need,
    and puts the old values back; the names of the fields that wait.

    place: a checked row that is not saved, in a transaction. A new property has
    no guests who could be given another number, so it keeps its own.
    """
    rows = Property.objects.select_for_update(no_key=True)
    stored = rows.filter(pk=place.pk).first()
    if stored is None or not approvers(proposer).exists():
        return []
    values = {**_emergency_values(stored, place), **_law(stored, place)}
    if values:
        _propose_numbers(stored, values, proposer)
    for field, (old, _) in values.items():
        setattr(place, _attribute(Property, field), old)
    return list(values)


def waiting_numbers(place: Property) -> QuerySet[HelplineChange]:
    rows = HelplineChange.objects.filter(property=place, state=State.WAITING)
    return rows.select_related("proposed_by")


def _emergency_values(stored: Property, place: Property) -> dict[str, list[str]]:
    """Guests in danger are given the phone while the emergency phone is empty.

    The phone stands beside an emergency phone that is emptied, also unchanged: it is
    what the approver agrees to.
    """
    is_given = bool(stored.security_phone and place.security_phone)
    is_emptied = bool(stored.security_phone and not place.security_phone)
    return {
        field: [getattr(stored, field), getattr(place, field)]
        for field in ((EMERGENCY_PHONE,) if is_given else (EMERGENCY_PHONE, "phone"))
        if is_emptied or getattr(stored, field) != getattr(place, field)
    }


def _law(stored: Property, place: Property) -> dict[str, list[Any]]:
    pair = [stored.jurisdiction_id, place.jurisdiction_id]
    return {JURISDICTION: pair} if pair[0] != pair[1] else {}


def _propose_numbers(
    stored: Property, values: dict[str, list[Any]], proposer: Any
) -> None:
    HelplineChange.objects.create(
        property=stored,
        jurisdiction_id=stored.jurisdiction_id,
        action=Action.CHANGE,
        name=str(stored),
        values=values,
        proposed_by=proposer,
    )


@transaction.atomic
def approve(change_id: int, approver: Any) -> None:
    """Raises UndecidableError, also where the number has changed in the meantime."""
    change = _waiting(change_id, approver)
    _insist_on_second_person(change, approver)
    row = _row(change)
    with change_log.made_by(approver):
        if change.action == Action.DELETE:
            row.delete()
        else:
            _save(change, row)
    _decide(change, approver, State.APPROVED)


@transaction.atomic
def refuse(change_id: int, approver: Any) -> None:
    _decide(_waiting(change_id, approver), approver, State.REFUSED)


def _waiting(change_id: int, approver: Any) -> HelplineChange:
    change = HelplineChange.objects.select_for_update().get(pk=change_id)
    if change.state != State.WAITING:
        raise UndecidableError(f"{change.name}: {_decision(change)}")
    if change.proposed_by_id == approver.pk:
        raise UndecidableError(
            f"{change.name}: a colleague has to decide on your change."
        )
    return change


def _insist_on_second_person(change: HelplineChange, approver: Any) -> None:
    person = access.second_person(approver)
    if reason := person.objection({change.proposed_by_id}, change.proposed_at):
        raise UndecidableError(
            f"{change.name}: {reason} Another colleague has to approve it."
        )


def _decision(change: HelplineChange) -> str:
    """Who came first: “nora has approved it (Nov. 27, 2026, 7:30 PM).”"""
    who = change.decided_by or "Somebody who has left"
    at = local_times.say(change.decided_at, None) if change.decided_at else ""
    return f"{who} has {change.get_state_display().lower()} it ({at})."


def _attribute(model: type[Model], field: str) -> str:
    """Of a row, which takes what `values` holds: the id for a relation."""
    return str(model._meta.get_field(field).attname)  # type: ignore[union-attr]


def _row(change: HelplineChange) -> Helpline | Property:
    if change.action == Action.ADD:
        return Helpline(jurisdiction_id=change.jurisdiction_id)
    row = _stored(change)
    if row is None or any(
        _value(row, column(change, field)) != old
        for field, (old, _) in change.values.items()
    ):
        raise UndecidableError(
            f"{change.name}: it has changed since it was proposed; refuse it."
        )
    return row


def _stored(change: HelplineChange) -> Helpline | Property | None:
    if change.property_id is not None:
        places = Property.objects.select_for_update(no_key=True)
        return places.filter(pk=change.property_id).first()
    if change.helpline_id is None:
        return None
    lines = Helpline.objects.select_for_update()
    return lines.filter(pk=change.helpline_id).first()


def _save(change: HelplineChange, row: Helpline | Property) -> None:
    for field, (_, new) in change.values.items():
        attribute = _attribute(type(row), field)
        setattr(row, attribute, column(change, field).to_python(new))
    try:
        row.full_clean()
    except ValidationError as error:
        text = " ".join(error.messages)
        raise UndecidableError(f"{change.name}: {text}") from error
    row.save()


def _decide(change: HelplineChange, approver: Any, state: str) -> None:
    change.state, change.decided_by = state, approver
    change.decided_at = timezone.now()
    change.save(update_fields=["state", "decided_by", "decided_at"])


def _values(line: Helpline | None) -> dict[str, Any]:
    """None for each field of no row."""
    if line is None:
        return dict.fromkeys(FIELDS)
    fields = (field for field in Helpline._meta.fields if field.name in FIELDS)
    return {field.name: _value(line, field) for field in fields}


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """As JSON holds it."""
    value = field.value_from_object(row)
    return value.isoformat() if isinstance(value, date) else value
