"""What staff can do with a request, and what they are told when somebody was first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils import timezone

from apps.properties import local_times
from apps.reservations import requests
from apps.reservations.models import Request, RequestStep
from apps.reservations.request_status import Action, Actor
from apps.reservations.requests import RequestError
from apps.staff.requests import offer_form, people
from apps.staff.requests.offer_form import OfferForm

MAX_VERSION_DIGITS = 9
Decision = Callable[[Request, User, QueryDict], Request]
VERBS: Mapping[str, str] = {
    Action.PROPOSE: "proposed it",
    Action.REVISE: "changed it",
    Action.CONFIRM: "confirmed it",
    Action.SUBMIT: "handed it to staff",
    Action.LET_THROUGH: "let it through",
    Action.APPROVE: "approved it",
    Action.DECLINE: "declined it",
    Action.COUNTER: "offered something else",
    Action.ACCEPT: "accepted the offer",
    Action.REFUSE: "refused the offer",
    Action.FULFIL: "marked it as done",
    Action.WITHDRAW: "withdrew it",
    Action.EXPIRE: "let it expire",
}
WHO: Mapping[str, str] = {
    Actor.GUEST: "The guest",
    Actor.CONCIERGE: "The concierge",
    Actor.STAFF: "Somebody of the staff",
    Actor.RULE: "The rule of the property",
    Actor.CLOCK: "Time",
}


def _declined(request: Request, staff: User, form: QueryDict) -> Request:
    return requests.decline(request, staff, form.get("reason", ""), timezone.now())


def _countered(request: Request, staff: User, form: QueryDict) -> Request:
    sent, reason = OfferForm(request, form), form.get("reason", "")
    if not sent.is_valid():
        raise RequestError(sent.fault())
    return requests.counter(request, staff, sent.offer(), reason, timezone.now())


DECISIONS: Mapping[str, Decision] = {
    "approve": lambda row, staff, form: requests.approve(row, staff, timezone.now()),
    "decline": _declined,
    "counter": _countered,
    "fulfil": lambda row, staff, form: requests.fulfil(row, staff, timezone.now()),
}


def version(form: QueryDict) -> int:
    """That the staff member saw, which may be old; 0, which is nobody's, for none."""
    digits = form.get("version", "")
    is_number = digits.isdecimal() and len(digits) < MAX_VERSION_DIGITS
    return int(digits) if is_number else 0


def since(request: Request, seen_version: int) -> str:
    """What has happened since a version: Nora declined it at 9:42 AM: “Full house.”."""
    if not seen_version:
        return ""
    steps = RequestStep.objects.filter(request=request, version__gt=seen_version)
    rows = steps.select_related("staff").order_by("version")
    return " ".join(sentence(step, request) for step in rows)


def sentence(step: RequestStep, request: Request) -> str:
    who = people.name(step.staff) if step.staff else WHO[step.actor]
    at = step.at.astimezone(request.property.zone)
    reason = f": “{step.note}”" if step.note else ""
    zone = local_times.zone_name(step.at, request.property)
    verb = _offered(request) if step.action == Action.COUNTER else VERBS[step.action]
    return f"{who} {verb} at {at:%-I:%M %p}{zone}{reason}."


def _offered(request: Request) -> str:
    """With both, where they are still there: “offered until 12:30 PM instead of until
    2:00 PM”."""
    offer = offer_form.sentence(request, request.offer)
    wish = offer_form.sentence(request, request.first_wish or request.wish)
    if not offer or not wish:
        return VERBS[Action.COUNTER]
    return f"offered “{offer}” instead of “{wish}”"
