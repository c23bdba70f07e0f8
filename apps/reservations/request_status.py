"""The states of a request, and who may move it from one to the next.

The table is the only place that knows. It is checked when it is imported: a state that
cannot be reached, or an open one that cannot be left, is a mistake of ours.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.db import models


class Status(models.TextChoices):
    DRAFT = "draft", "Draft"
    PROPOSED = "proposed", "Proposed to the guest"
    CONFIRMED = "confirmed", "Confirmed by the guest"
    WAITING = "waiting", "Waiting for staff"
    CHANGED = "changed", "Something else offered"
    APPROVED = "approved", "Approved"
    DECLINED = "declined", "Declined"
    DONE = "done", "Done"
    WITHDRAWN = "withdrawn", "Withdrawn by the guest"
    EXPIRED = "expired", "Expired"


class Actor(models.TextChoices):
    """clock: time ran out. rule: what the property lets through without a person."""

    GUEST = "guest", "Guest"
    CONCIERGE = "concierge", "Concierge"
    STAFF = "staff", "Staff"
    RULE = "rule", "Rule of the property"
    CLOCK = "clock", "Time"


class Action(models.TextChoices):
    PROPOSE = "propose", "Propose"
    REVISE = "revise", "Revise"
    CONFIRM = "confirm", "Confirm"
    SUBMIT = "submit", "Hand to staff"
    LET_THROUGH = "let_through", "Let through"
    APPROVE = "approve", "Approve"
    DECLINE = "decline", "Decline"
    COUNTER = "counter", "Offer something else"
    ACCEPT = "accept", "Accept the offer"
    REFUSE = "refuse", "Refuse the offer"
    FULFIL = "fulfil", "Mark as done"
    WITHDRAW = "withdraw", "Withdraw"
    EXPIRE = "expire", "Let expire"


# Nobody has decided yet, or what was decided has still to be done.
OPEN = frozenset(
    {
        Status.DRAFT,
        Status.PROPOSED,
        Status.CONFIRMED,
        Status.WAITING,
        Status.CHANGED,
        Status.APPROVED,
    }
)
# While one of these is open, the same is not asked for a second time.
BLOCKING = OPEN - {Status.APPROVED}
# The guest hears of these from us; of the others by his own click.
ANNOUNCED = frozenset({Status.APPROVED, Status.DECLINED, Status.CHANGED, Status.DONE})
# The guest has sent these, and counts on an answer.
WITH_STAFF = frozenset({Status.CONFIRMED, Status.WAITING, Status.CHANGED})


@dataclass(frozen=True)
class Transition:
    actor: Actor
    sources: frozenset[Status]
    target: Status


def _by(actor: Actor, target: Status, *sources: Status) -> Transition:
    return Transition(actor, frozenset(sources), target)


TRANSITIONS: Mapping[Action, Transition] = MappingProxyType(
    {
        Action.PROPOSE: _by(Actor.CONCIERGE, Status.PROPOSED, Status.DRAFT),
        Action.REVISE: _by(Actor.GUEST, Status.DRAFT, Status.PROPOSED),
        Action.CONFIRM: _by(Actor.GUEST, Status.CONFIRMED, Status.PROPOSED),
        Action.SUBMIT: _by(Actor.CONCIERGE, Status.WAITING, Status.CONFIRMED),
        Action.LET_THROUGH: _by(Actor.RULE, Status.APPROVED, Status.CONFIRMED),
        Action.APPROVE: _by(Actor.STAFF, Status.APPROVED, Status.WAITING),
        Action.DECLINE: _by(Actor.STAFF, Status.DECLINED, Status.WAITING),
        Action.COUNTER: _by(Actor.STAFF, Status.CHANGED, Status.WAITING),
        Action.ACCEPT: _by(Actor.GUEST, Status.APPROVED, Status.CHANGED),
        Action.REFUSE: _by(Actor.GUEST, Status.DECLINED, Status.CHANGED),
        Action.FULFIL: _by(Actor.STAFF, Status.DONE, Status.APPROVED),
        Action.WITHDRAW: _by(
            Actor.GUEST,
            Status.WITHDRAWN,
            Status.DRAFT,
            Status.PROPOSED,
            Status.WAITING,
            Status.CHANGED,
        ),
        Action.EXPIRE: _by(
            Actor.CLOCK,
            Status.EXPIRED,
            Status.DRAFT,
            Status.PROPOSED,
            Status.CONFIRMED,
            Status.WAITING,
            Status.CHANGED,
        ),
    }
)


def check(transitions: Mapping[Action, Transition], first: Status) -> None:
    """Raises ValueError where a state is never reached or an open one never left."""
    missing = {*Action} - {*transitions}
    if missing:
        raise ValueError(f"actions without a transition: {_names(missing)}")
    unreached = {*Status} - {first} - {own.target for own in transitions.values()}
    if unreached:
        raise ValueError(f"states that nothing leads to: {_names(unreached)}")
    left = {source for own in transitions.values() for source in own.sources}
    if shut := OPEN - left:
        raise ValueError(f"open states that nothing leads out of: {_names(shut)}")
    if ends := left - OPEN:
        raise ValueError(f"final states that something leads out of: {_names(ends)}")


def _names(members: Collection[models.TextChoices]) -> str:
    return ", ".join(sorted(member.value for member in members))


check(TRANSITIONS, Status.DRAFT)
