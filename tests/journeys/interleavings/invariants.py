"""What holds after each step, whatever was done in whatever order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, time
from typing import Any

from apps.conversations.models import Message
from apps.reservations.models import Request, RequestStep, Reservation
from apps.reservations.request_status import OPEN, TRANSITIONS, Action, Status

APPROVING = {Action.APPROVE, Action.ACCEPT, Action.LET_THROUGH}
FIELDS = ("state", "starts_at", "ends_at", "party")
Values = dict[str, Any]


def of_booking(booking: Reservation) -> Values:
    return {name: getattr(booking, name) for name in FIELDS}


def insist(before: Mapping[int, Values]) -> None:
    """before: the values of each booking at the beginning, by id."""
    requests = {row.pk: row for row in Request.objects.order_by("pk")}
    steps = list(RequestStep.objects.filter(request__in=requests).order_by("pk"))
    each_status_follows_from_the_one_before(requests, steps)
    one_is_open_of_a_booking_and_kind(requests.values())
    bookings_are_what_was_approved(before, requests, steps)
    nothing_is_told_twice(steps)


def each_status_follows_from_the_one_before(
    requests: Mapping[Any, Request], steps: Iterable[RequestStep]
) -> None:
    statuses = dict.fromkeys(requests, Status.DRAFT)
    versions = dict.fromkeys(requests, 1)
    for step in steps:
        transition = TRANSITIONS[Action(step.action)]
        assert statuses[step.request_id] in transition.sources
        assert step.actor == transition.actor
        assert step.version == versions[step.request_id] + 1
        statuses[step.request_id] = transition.target
        versions[step.request_id] = step.version
    for row in requests.values():
        assert (row.status, row.version) == (statuses[row.pk], versions[row.pk])


def one_is_open_of_a_booking_and_kind(requests: Iterable[Request]) -> None:
    counts = Counter(
        (row.reservation_id, row.kind)
        for row in requests
        if row.status in OPEN and row.reservation_id
    )
    assert not counts or max(counts.values()) == 1


def bookings_are_what_was_approved(
    before: Mapping[int, Values],
    requests: Mapping[Any, Request],
    steps: Iterable[RequestStep],
) -> None:
    """Each approval altered its booking once, in the order of the approvals."""
    expected = {pk: dict(values) for pk, values in before.items()}
    for step in steps:
        row = requests[step.request_id]
        if step.action in APPROVING and row.reservation_id:
            _alter(expected[row.reservation_id], row)
    for booking in Reservation.objects.filter(pk__in=before):
        assert of_booking(booking) == expected[booking.pk]


def _alter(values: Values, row: Request) -> None:
    wish = row.wish
    if row.kind == "cancel":
        values["state"] = "cancelled"
    if row.kind == "change":
        values["party"] = wish.get("party", values["party"])
        values["starts_at"] = datetime.fromisoformat(
            wish.get("starts_at", values["starts_at"].isoformat())
        )
    if row.kind == "late_checkout":
        clock = time.fromisoformat(wish["until"]) if "until" in wish else None
        local = values["ends_at"].astimezone(row.property.zone)
        moved = {"hour": clock.hour, "minute": clock.minute} if clock else {}
        values["ends_at"] = local.replace(**moved)


def nothing_is_told_twice(steps: Iterable[RequestStep]) -> None:
    """A request is approved, or offered something else, once: its words are, too."""
    counts = Counter(tellings())
    assert not counts or max(counts.values()) == 1
    assert len(counts) <= sum(step.told_at is not None for step in steps)
    assert all(step.is_to_tell or step.told_at is None for step in steps)


def everything_is_told(by_reply: Collection[str]) -> None:
    """At the end. by_reply: requests whose guest heard it in answer to his own yes."""
    steps = RequestStep.objects.filter(is_to_tell=True)
    assert not steps.filter(told_at=None).exists()
    assert len(list(tellings())) + len(by_reply) == steps.count()


def tellings() -> Iterator[tuple[str, str]]:
    """The request and the words of each message that staff's decisions led to."""
    for message in Message.objects.exclude(requests=[]):
        [card] = message.requests
        yield card["id"], message.text


def nothing_waits_for_ever() -> None:
    """At the end: what is open has only to be done."""
    statuses = set(Request.objects.values_list("status", flat=True))
    assert statuses & OPEN <= {Status.APPROVED}
