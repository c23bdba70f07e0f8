"""What staff offer instead: as a form, and as colleagues read it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime, time
from typing import Any

from django import forms

from apps.catalog import wall_clock
from apps.catalog.hours import formatting
from apps.privacy.redaction import redact
from apps.properties import local_times
from apps.reservations import changes, offers
from apps.reservations.models import MAX_PARTY, Request, RequestKind

MAX_WORDS = 300


def _date(label: str) -> forms.Field:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    wrong = {"invalid": "Write the date as 2026-11-27."}
    return forms.DateField(
        label=label, widget=widget, required=False, error_messages=wrong
    )


def _clock(label: str) -> forms.Field:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    wrong = {"invalid": "Write the time as 20:30."}
    formats = ["%H:%M", "%I:%M %p", "%I %p"]
    return forms.TimeField(
        label=label,
        widget=widget,
        required=False,
        input_formats=formats,
        error_messages=wrong,
    )


def _count(label: str) -> forms.Field:
    sentence = f"Offer it for 1 to {MAX_PARTY} people."
    wrong = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
    return forms.IntegerField(
        label=label,
        min_value=1,
        max_value=MAX_PARTY,
        required=False,
        error_messages=wrong,
    )


FIELDS: Mapping[str, Mapping[str, forms.Field]] = {
    RequestKind.CHANGE: {
        "day": _date("Day"),
        "clock": _clock("Time"),
        "party": _count("People"),
    },
    RequestKind.LATE_CHECKOUT: {"until": _clock("Until")},
    RequestKind.EARLY_CHECKIN: {"from": _clock("From")},
}


class OfferForm(forms.Form):
    """The fields of the kind of a request; what is left out stays as it is asked for.

    sent: what staff have sent; None for an empty form.
    """

    def __init__(self, request: Request, sent: Mapping[str, Any] | None = None) -> None:
        super().__init__(sent, auto_id=f"o-%s-{request.pk}")
        self._request = request
        self.fields |= {
            name: deepcopy(field)
            for name, field in FIELDS.get(request.kind, {}).items()
        }
        widget = forms.TextInput(attrs={"maxlength": MAX_WORDS, "autocomplete": "off"})
        label = "In words" if len(self.fields) else "What you offer"
        self.fields["offer"] = forms.CharField(
            label=label, widget=widget, required=False
        )
        next(iter(self.fields.values())).widget.attrs["data-key"] = "o"

    def offer(self) -> dict[str, Any]:
        """What is offered, as `offers` has it; of a valid form."""
        sent = {name: value for name, value in self.cleaned_data.items() if value}
        words = redact(" ".join(sent.pop("offer", "").split()))[:MAX_WORDS]
        day, clock = sent.pop("day", None), sent.pop("clock", None)
        if day or clock:
            sent["starts_at"] = self._moment(day, clock)
        for name in ("until", "from"):
            if name in sent:
                sent[name] = f"{sent[name]:%H:%M}"
        return {**sent, **({offers.WORDS: words} if words else {})}

    def fault(self) -> str:
        """The first mistake, for who made it; of a form that is not valid."""
        return str(next(iter(self.errors.values()))[0])

    def _moment(self, day: Any, clock: Any) -> str:
        """A day alone keeps the time that is asked for or booked, and the reverse."""
        booking, zone = self._request.reservation, self._request.property.zone
        wish = changes.moment(self._request.wish.get("starts_at"))
        before: datetime = wish or booking.starts_at  # type: ignore[union-attr]
        local = before.astimezone(zone)
        moment = wall_clock.moment(day or local.date(), clock or local.time(), zone)
        return moment.astimezone(zone).isoformat()


TIME = "%a %-d %b, %-I:%M %p"
CLOCKS = frozenset({"until", "from"})
NAMES = {"starts_at": "New time", "party": "People", "until": "Until", "from": "From"}


def named_values(request: Request, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """All but the words, by name; the time and the number of people come first."""
    ordered = {**{name: values.get(name) for name in NAMES}, **values}
    return [
        (
            NAMES.get(name, name.replace("_", " ").capitalize()),
            _text(request, name, value),
        )
        for name, value in ordered.items()
        if name != "words" and value not in (None, "")
    ]


def sentence(request: Request, values: Mapping[str, Any]) -> str:
    """“New time Fri 27 Nov, 8:30 PM; people 4; at the bar”; empty for nothing.

    Words that a value says already are not said again.
    """
    parts = [
        f"{name.lower() if place else name} {text}"
        for place, (name, text) in enumerate(named_values(request, values))
    ]
    words = str(values.get("words") or "")
    is_repeated = words.casefold() in {part.casefold() for part in parts}
    return "; ".join(filter(None, [*parts, "" if is_repeated else words]))


def _text(request: Request, name: str, value: Any) -> str:
    if name in CLOCKS:
        return formatting.say_time(time.fromisoformat(str(value)))
    moment = changes.moment(value)
    if moment is None:
        return str(value)
    place = request.property
    zone = local_times.zone_name(moment, place)
    return f"{moment.astimezone(place.zone):{TIME}}{zone}"
