"""A request with everything that is needed to decide on it, ready to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.http import QueryDict
from django.urls import reverse

from apps.conversations.models import Conversation
from apps.properties import local_times
from apps.properties.models import Property
from apps.reservations import policies
from apps.reservations.models import Escalation, Request, RequestKind, Reservation
from apps.reservations.policies import Policy
from apps.reservations.querysets import RequestQuerySet
from apps.reservations.request_status import OPEN, Status
from apps.staff.requests import decisions, offer_form, people
from apps.staff.requests.offer_form import OfferForm

MOST_SHOWN = 100
READ_BOOKINGS = "reservations.view_reservation"
READ_CONVERSATIONS = "conversations.view_conversation"
# By what a guest asks of the service.
SERVICES = {
    "items": "Things for the room",
    "cleaning": "Cleaning",
    "luggage": "Luggage",
    "maintenance": "Maintenance",
    "wake_up": "Wake-up call",
}
# Of kinds that nobody approves: somebody calls, or answers.
BUTTONS: Mapping[str, tuple[str, str]] = {
    RequestKind.CALLBACK: ("We will call", "Mark as called"),
    RequestKind.BILLING: ("We look into it", "Mark as answered"),
    RequestKind.COMPLAINT: ("We look into it", "Mark as dealt with"),
}
NOTHING: Mapping[UUID, QueryDict] = MappingProxyType({})


@dataclass(frozen=True)
class Reader:
    """Who looks, and what they may read."""

    user: Any
    now: datetime
    _colleagues: dict[int, list[User]] = field(default_factory=dict)
    _policies: dict[tuple[int, str], Policy] = field(default_factory=dict)

    def may(self, permission: str) -> bool:
        return bool(self.user.has_perm(permission))

    def colleagues_at(self, place: Property) -> list[User]:
        if place.pk not in self._colleagues:
            self._colleagues[place.pk] = list(people.may_decide(place))
        return self._colleagues[place.pk]

    def policy_of(self, row: Request) -> Policy:
        key = (row.property_id, row.kind)
        if key not in self._policies:
            self._policies[key] = policies.of(row.property, RequestKind(row.kind))
        return self._policies[key]


@dataclass(frozen=True)
class Card:
    """`row` with its facts; what the reader may not read is empty.

    sent: an offer that could not be taken, whose words stay.
    """

    row: Request
    reader: Reader
    conversation_url: str = ""
    sent: QueryDict | None = None

    @property
    def stamp(self) -> str:
        """Differs whenever the card shows something else but the time that passes."""
        row = self.row
        counts = (len(self.notes), len(self.escalations), len(self.also_open))
        return f"{row.version}-{row.assigned_to_id}-{counts}-{self.is_overdue}"

    @property
    def is_to_decide(self) -> bool:
        return self.row.status == Status.WAITING

    @property
    def is_to_do(self) -> bool:
        return self.row.status == Status.APPROVED

    @property
    def is_overdue(self) -> bool:
        return self.row.is_overdue(self.reader.now)

    @property
    def booking(self) -> Reservation | None:
        return self.row.reservation if self.reader.may(READ_BOOKINGS) else None

    @property
    def guest(self) -> str:
        if self.row.reservation is None:
            return ""
        return self.booking.family_name if self.booking else "Guest with a booking"

    @property
    def title(self) -> str:
        """What is asked for, in which room, by whom."""
        wish = self.row.wish
        what = SERVICES.get(wish.get("what", ""), self.row.get_kind_display())
        room = str(wish.get("room") or "")
        room = f"room {room}" if room.isdigit() else room
        return ", ".join(filter(None, [what, room, self.guest]))

    @property
    def words(self) -> str:
        """What is asked for, in a line; once the guest has taken an offer, that."""
        return str(self.row.wish.get("words") or "") or (
            offer_form.sentence(self.row, self.row.wish) if self.row.offer else ""
        )

    @property
    def wishes(self) -> list[tuple[str, str]]:
        """What is asked for besides its words, by name; not what an offer says that
        the guest has taken."""
        offered = self.row.offer if self.row.first_wish else {}
        wish = {k: value for k, value in self.row.wish.items() if k not in offered}
        return offer_form.named_values(self.row, wish)

    @property
    def first_wish(self) -> str:
        """What the guest asked for before he took an offer."""
        return offer_form.sentence(self.row, self.row.first_wish)

    @property
    def leaves_at(self) -> datetime | None:
        """Of a late checkout, whose day it is about."""
        is_late = self.row.kind == RequestKind.LATE_CHECKOUT
        return self.booking.ends_at if self.booking and is_late else None

    @property
    def buttons(self) -> tuple[str, str]:
        """What a member of staff says by agreeing, and once it is done."""
        return BUTTONS.get(self.row.kind, ("Approve", "Mark as done"))

    @property
    def offer(self) -> str:
        return offer_form.sentence(self.row, self.row.offer)

    @property
    def offer_form(self) -> OfferForm:
        return OfferForm(self.row, self.sent)

    @cached_property
    def notes(self) -> list[Any]:
        return list(self.row.notes.all())

    @cached_property
    def escalations(self) -> list[Escalation]:
        return list(self.row.escalations.all())

    @property
    def escalation(self) -> Escalation | None:
        """The highest step, while the request waits."""
        return self.escalations[-1] if self.escalations and self.is_to_decide else None

    @property
    def steps(self) -> list[str]:
        return [decisions.sentence(step, self.row) for step in self.row.steps.all()]

    @cached_property
    def also_open(self) -> list[Request]:
        """Open requests of the same booking."""
        booking = self.row.reservation
        if booking is None:
            return []
        return [
            sibling
            for sibling in booking.requests.all()
            if sibling.pk != self.row.pk and sibling.status in OPEN
        ]

    @property
    def colleagues(self) -> list[User]:
        """To whom it can be given; not the reader, who takes it."""
        rows = self.reader.colleagues_at(self.row.property)
        return [user for user in rows if user.pk != self.reader.user.pk]

    @property
    def policy(self) -> str:
        """Until when guests may ask for this, in words; empty at any time."""
        booking = self.booking
        window = self.reader.policy_of(self.row).window if booking else None
        if booking is None or window is None:
            return ""
        place = self.row.property
        last = (booking.starts_at - window).astimezone(place.zone)
        submitted = getattr(self.row, "waiting_since", None) or self.row.created_at
        verdict = "in time" if submitted <= last else "too late"
        until = f"{last:{offer_form.TIME}}{local_times.zone_name(last, place)}"
        return f"Allowed until {until}; this came {verdict}."


def read(
    rows: RequestQuerySet, reader: Reader, sent: Mapping[UUID, QueryDict] = NOTHING
) -> Iterator[Card]:
    """The first of the rows, the most urgent first. sent: see `Card`, by request."""
    shown = list(
        rows.with_waiting_since()
        .select_related("property", "reservation__item", "assigned_to")
        .prefetch_related(
            "notes__by", "escalations", "steps__staff", "reservation__requests"
        )[:MOST_SHOWN]
    )
    addresses = _conversation_urls(shown, reader)
    for row in shown:
        url = addresses.get(row.thread_id, "")
        yield Card(row, reader, url, sent.get(row.pk))


def _conversation_urls(rows: Iterable[Request], reader: Reader) -> dict[Any, str]:
    if not reader.may(READ_CONVERSATIONS):
        return {}
    ids = [row.thread_id for row in rows]
    talks = Conversation.objects.filter(pk__in=ids).values_list("pk", flat=True)
    return {
        talk: reverse("admin:conversations_conversation_change", args=[talk])
        for talk in talks
    }
