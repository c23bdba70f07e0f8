"""The one writer of a request and its status.

Every move compares the version that its author saw, and writes one step. Two people who
decide at once, or one who clicks twice, leave one decision: the other hears so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.dispatch import Signal

from apps.properties.models import Property
from apps.reservations import changes, offers, policies
from apps.reservations.models import (
    MAY_BE_OF_BOOKING,
    OF_BOOKING,
    Request,
    RequestKind,
    RequestStep,
    Reservation,
)
from apps.reservations.request_status import (
    ANNOUNCED,
    TRANSITIONS,
    WITH_STAFF,
    Action,
    Actor,
    Status,
)

MAX_EXPIRED_AT_ONCE = 500
MAX_REASON = 300
# Sent with `request_id`, `thread_id` and `is_to_tell` once a move is stored, for apps
# that tell guests of it or show it.
request_moved = Signal()


class RequestError(Exception):
    """What cannot be done; its text is for the person who tried."""


class ConflictError(RequestError):
    """Somebody else has moved the request in the meantime."""


@dataclass(frozen=True)
class Author:
    """Who moves a request. staff: the user, where it is one of the staff."""

    actor: Actor
    staff: User | None = None
    note: str = ""


GUEST, CONCIERGE = Author(Actor.GUEST), Author(Actor.CONCIERGE)
RULE, CLOCK = Author(Actor.RULE), Author(Actor.CLOCK)


def draft(
    place: Property,
    thread_id: UUID,
    kind: RequestKind,
    wish: Mapping[str, Any],
    now: datetime,
    reservation: Reservation | None = None,
) -> Request:
    """A request that nobody has seen yet. Raises RequestError with what hinders it."""
    needs_booking = kind in OF_BOOKING
    is_free = kind in MAY_BE_OF_BOOKING
    if not is_free and (reservation is None) == needs_booking:
        raise RequestError("A booking is needed for that, or is of no use.")
    if reservation and reservation.property_id != place.pk:
        raise RequestError("There is no such booking here.")
    is_over = reservation and reservation.state != Reservation.State.BOOKED
    if reservation and is_over and needs_booking:
        raise RequestError(f"That booking is {reservation.get_state_display()}.")
    policy = policies.of(place, kind)
    if not policies.may_ask(policy, kind, reservation, now):
        raise RequestError("It is too late to ask for that here; staff can still help.")
    request = Request(
        property=place,
        reservation=reservation,
        thread_id=thread_id,
        kind=kind,
        department=policy.department_for(wish.get("what", "")),
        wish=dict(wish),
        expires_at=now + timedelta(minutes=settings.REQUEST_PROPOSAL_MINUTES),
    )
    try:
        with transaction.atomic():
            request.save(force_insert=True)
    except IntegrityError as error:
        raise ConflictError("There is a request of that kind already.") from error
    return request


def propose(request: Request, now: datetime) -> Request:
    return _move(request, Action.PROPOSE, CONCIERGE, now)


def revise(request: Request, wish: Mapping[str, Any], now: datetime) -> Request:
    """The guest wants something else than what was proposed."""
    return _move(request, Action.REVISE, GUEST, now, wish=dict(wish))


@transaction.atomic
def confirm(request: Request, now: datetime) -> Request:
    """The guest agrees: staff decide, unless the property lets that kind through."""
    confirmed = _move(request, Action.CONFIRM, GUEST, now)
    policy = policies.of(request.property, RequestKind(request.kind))
    if not policies.needs_person(confirmed, policy, now):
        return _move(confirmed, Action.LET_THROUGH, RULE, now)
    expires_at = now + timedelta(hours=settings.REQUEST_EXPIRES_HOURS)
    due = {"due_at": now + policy.due, "expires_at": expires_at}
    return _move(confirmed, Action.SUBMIT, CONCIERGE, now, **due)


def approve(request: Request, staff: User, now: datetime) -> Request:
    return _move(request, Action.APPROVE, Author(Actor.STAFF, staff), now)


def decline(request: Request, staff: User, reason: str, now: datetime) -> Request:
    author = _with_reason(staff, reason)
    return _move(request, Action.DECLINE, author, now, reason=author.note)


def counter(
    request: Request,
    staff: User,
    offer: Mapping[str, Any],
    reason: str,
    now: datetime,
) -> Request:
    """Staff offer something else, which the guest may take until its time has come."""
    author = _with_reason(staff, reason)
    whole = offers.complete(request, offer)
    if problem := offers.problem(request, whole, now):
        raise RequestError(problem)
    latest = now + timedelta(hours=settings.REQUEST_EXPIRES_HOURS)
    expires_at = offers.expires_at(whole, latest)
    values = {"offer": whole, "reason": author.note, "expires_at": expires_at}
    return _move(request, Action.COUNTER, author, now, **values)


def accept(request: Request, now: datetime) -> Request:
    if request.status == Status.CHANGED and request.expires_at <= now:
        _move(request, Action.EXPIRE, CLOCK, now)
        raise ConflictError("The offer has lapsed.")
    wish = offers.accepted(request)
    changes = {"wish": wish, "first_wish": dict(request.wish)}
    return _move(request, Action.ACCEPT, GUEST, now, **changes)


def refuse(request: Request, now: datetime) -> Request:
    return _move(request, Action.REFUSE, GUEST, now)


def withdraw(request: Request, now: datetime) -> Request:
    return _move(request, Action.WITHDRAW, GUEST, now)


def fulfil(request: Request, staff: User, now: datetime) -> Request:
    return _move(request, Action.FULFIL, Author(Actor.STAFF, staff), now)


def expire_old(now: datetime) -> int:
    """How many have expired, of those whose time is over."""
    sources = TRANSITIONS[Action.EXPIRE].sources
    old = Request.objects.filter(status__in=sources, expires_at__lte=now)
    count = 0
    for request in old[:MAX_EXPIRED_AT_ONCE]:
        try:
            _move(request, Action.EXPIRE, CLOCK, now)
        except ConflictError:
            continue
        count += 1
    return count


def steps_to_tell() -> QuerySet[RequestStep]:
    """Those of which a guest has still to hear, the oldest first."""
    return RequestStep.objects.filter(is_to_tell=True, told_at=None).order_by("at")


def claim_telling(step: RequestStep, now: datetime) -> bool:
    """Whether it is ours to tell; within the transaction that stores the words."""
    untold = RequestStep.objects.filter(pk=step.pk, is_to_tell=True, told_at=None)
    return untold.update(told_at=now) == 1


def _with_reason(staff: User, reason: str) -> Author:
    words = " ".join(reason.split())
    if not words:
        raise RequestError("Give the guest a reason.")
    if len(words) > MAX_REASON:
        raise RequestError(f"Give the guest a reason of at most {MAX_REASON} signs.")
    return Author(Actor.STAFF, staff, words)


@transaction.atomic
def _move(
    request: Request, action: Action, author: Author, now: datetime, **values: Any
) -> Request:
    """Raises ConflictError where the request is no longer as its author saw it, and
    RequestError where its booking cannot be altered any more."""
    transition = TRANSITIONS[action]
    if transition.actor != author.actor:
        raise RequestError(f"{author.actor.label} cannot do that.")
    moved = Request.objects.filter(
        pk=request.pk, version=request.version, status__in=transition.sources
    ).update(status=transition.target, version=F("version") + 1, **values)
    if not moved:
        raise ConflictError("It has changed in the meantime. Look at it again.")
    is_to_tell = _is_to_tell(request, action, author)
    RequestStep.objects.create(
        request=request,
        version=request.version + 1,
        action=action,
        actor=author.actor,
        staff=author.staff,
        note=author.note,
        at=now,
        is_to_tell=is_to_tell,
    )
    row = Request.objects.get(pk=request.pk)
    ids = {"request_id": row.pk, "thread_id": row.thread_id}
    transaction.on_commit(
        lambda: request_moved.send(Request, **ids, is_to_tell=is_to_tell), robust=True
    )
    if row.status == Status.APPROVED and not changes.apply(row):
        state = row.reservation.get_state_display() if row.reservation else ""
        raise RequestError(f"That booking is {state.lower()}: nothing can change.")
    return row


def _is_to_tell(request: Request, action: Action, author: Author) -> bool:
    """A proposal that nobody answered lapses in silence."""
    if action == Action.EXPIRE:
        return request.status in WITH_STAFF
    is_announced = TRANSITIONS[action].target in ANNOUNCED
    return is_announced and author.actor != Actor.GUEST
