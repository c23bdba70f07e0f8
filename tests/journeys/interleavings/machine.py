"""Alice, Bob, Mallory, two hosts, and time, in whatever order."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from apps.concierge.bookings import BookingReply
from apps.conversations.models import Message, Turn
from apps.conversations.turns.bookings.requests import notices
from apps.reservations import requests, tasks
from apps.reservations.models import Request, RequestPolicy, RequestStep
from tests.journeys.interleavings import invariants
from tests.journeys.interleavings.killing import Killed, killed_before
from tests.journeys.interleavings.people import Host
from tests.journeys.interleavings.world import ASKS, BEGIN, WORDS, World

ACTIONS = ("confirm", "withdraw", "accept", "refuse", "change")
DECISIONS = ("approve", "counter", "decline", "fulfil")
# Most processes live; the longest act has some forty statements.
DEATHS = st.none() | st.integers(min_value=0, max_value=40)
AGES = st.sampled_from([0, 0, 0, 1, 2])
GUESTS = st.sampled_from([0, 0, 1, 2])
HOSTS = st.sampled_from([0, 1])
WISHES = st.tuples(GUESTS, st.sampled_from(ASKS), st.booleans())


class Interleavings(RuleBasedStateMachine):
    """Each example is rolled back."""

    world: World

    @initialize(
        is_let_through=st.booleans(), wishes=st.lists(WISHES, min_size=1, max_size=2)
    )
    def begin(self, is_let_through: bool, wishes: list[tuple[int, str, bool]]) -> None:
        """Some have asked for something already, and staff have looked."""
        self.now = BEGIN
        self.clock = patch("django.utils.timezone.now", lambda: self.now)
        self.clock.start()
        self.example = transaction.atomic()
        self.example.__enter__()
        if is_let_through:
            RequestPolicy.objects.update(is_let_through=True)
        self.guests = self.world.guests
        for guest in self.guests:
            guest.forget()
        self.hosts = [Host(user) for user in self.world.staff]
        self.by_reply: set[str] = set()
        self.read_ids: set[int] = set()
        for each in wishes:
            self._ask_and_send(*each)
        for host in self.hosts:
            host.look()

    @rule(who=GUESTS, text=st.sampled_from(WORDS), dies_before=DEATHS)
    def say(self, who: int, text: str, dies_before: int | None) -> None:
        self._is_true(self.guests[who].say(text, dies_before))

    @rule(wish=WISHES)
    def ask_and_send(self, wish: tuple[int, str, bool]) -> None:
        self._ask_and_send(*wish)

    def _ask_and_send(self, who: int, text: str, is_word: bool) -> None:
        guest = self.guests[who]
        self._is_true(guest.say(text, None))
        if is_word or not guest.shown:
            self._is_true(guest.say("yes", None))
        else:
            self._is_true(guest.press(guest.shown[-1], "confirm", None))

    @rule(who=GUESTS, age=AGES, action=st.sampled_from(ACTIONS), dies_before=DEATHS)
    def press(self, who: int, age: int, action: str, dies_before: int | None) -> None:
        guest = self.guests[who]
        if len(guest.shown) <= age:
            return
        card = guest.shown[-1 - age]
        before = list(Request.objects.filter(pk=card["id"]).values("version"))
        self._is_true(guest.press(card, action, dies_before))
        after = list(Request.objects.filter(pk=card["id"]).values("version"))
        is_what_was_seen = before == [{"version": card["version"]}]
        assert before == after or is_what_was_seen

    @rule(victim=GUESTS, action=st.sampled_from(ACTIONS))
    def press_what_is_not_ones_own(self, victim: int, action: str) -> None:
        for card in self.guests[victim].shown[-1:]:
            reply = self.guests[3].press(card, action, None)
            assert reply is not None
            assert not reply.requests

    @rule(who=GUESTS)
    def come_back(self, who: int) -> None:
        self.guests[who].prove()
        self.guests[who].reconnect()

    @rule(
        who=HOSTS,
        age=AGES,
        decision=st.sampled_from(DECISIONS),
        looks=st.booleans(),
        dies_before=DEATHS,
    )
    def decide(
        self, who: int, age: int, decision: str, looks: bool, dies_before: int | None
    ) -> None:
        host = self.hosts[who]
        if looks or not host.shown:
            host.look()
        if len(host.shown) > age:
            self._decide(host, host.shown[-1 - age], decision, dies_before)

    @rule(first=st.sampled_from(DECISIONS), second=st.sampled_from(DECISIONS))
    def both_decide(self, first: str, second: str) -> None:
        self.hosts[0].look()
        for row in self.hosts[0].shown[-1:]:
            outcomes = [
                self._decide(self.hosts[0], row, first, None),
                self._decide(self.hosts[1], row, second, None),
            ]
            assert sum(map(bool, outcomes)) <= 1

    @rule(who=GUESTS, is_pressed=st.booleans(), is_yes=st.booleans())
    def offer_and_answer(self, who: int, is_pressed: bool, is_yes: bool) -> None:
        """Staff offer something else for what waits; the guest hears and answers."""
        self.hosts[0].look()
        for row in self.hosts[0].shown[-1:]:
            self._decide(self.hosts[0], row, "counter", None)
        notices.tell_all(self.now)
        self._hear()
        guest = self.guests[who]
        if not is_pressed:
            self._is_true(guest.say("yes" if is_yes else "no", None))
        for card in guest.shown[-1:] if is_pressed else ():
            self._is_true(guest.press(card, "accept" if is_yes else "refuse", None))

    @rule(decision=st.sampled_from(DECISIONS), dies_before=DEATHS)
    def decide_and_tell(self, decision: str, dies_before: int | None) -> None:
        self.hosts[1].look()
        for row in self.hosts[1].shown[-1:]:
            self._decide(self.hosts[1], row, decision, None)
        self._tell(dies_before, at_once=True)

    def _decide(
        self, host: Host, row: Request, decision: str, dies_before: int | None
    ) -> bool | None:
        """What the page says is what is stored, once."""
        steps = RequestStep.objects.filter(request=row.pk, actor="staff")
        before = steps.count()
        is_done = host.decide(row, decision, dies_before)
        added = steps.count() - before
        assert added in {0, 1}
        assert is_done is None or added == is_done
        return is_done

    @rule(dies_before=DEATHS, at_once=st.booleans())
    def tell(self, dies_before: int | None, at_once: bool) -> None:
        self._tell(dies_before, at_once=at_once)

    def _tell(self, dies_before: int | None, *, at_once: bool) -> None:
        """By a worker, or by two that have read the same list."""
        steps = list(requests.steps_to_tell().select_related("request"))
        with suppress(Killed), killed_before(dies_before):
            notices.tell_all(self.now)
        if at_once:
            for step in steps:
                notices._tell(step, self.now)
        if steps:
            self._hear()

    @rule(who=GUESTS)
    def a_turn_runs_meanwhile(self, who: int) -> None:
        thread_id = self.guests[who].thread.pk
        steps = requests.steps_to_tell().filter(request__thread_id=thread_id)
        if not (count := steps.count()):
            return
        turn = Turn.objects.create(
            conversation_id=thread_id, client_id=uuid4(), status="running"
        )
        notices.tell_all(self.now)
        assert steps.count() == count
        Turn.objects.filter(pk=turn.pk).update(status="done")
        self._hear()

    @rule(minutes=st.sampled_from([1, 20, 40, 130, 1500, 3000]), dies_before=DEATHS)
    def time_passes(self, minutes: int, dies_before: int | None) -> None:
        self.now += timedelta(minutes=minutes)
        with suppress(Killed), killed_before(dies_before):
            tasks.expire()

    @invariant()
    def nobody_reads_of_others(self) -> None:
        for guest in getattr(self, "guests", ()):
            words = " ".join(guest.read)
            assert guest.name == "Alice" or "Ballo" not in words
            assert guest.name == "Bob" or "Tuscany" not in words

    def teardown(self) -> None:
        if not hasattr(self, "read_ids"):
            return
        try:
            self._end()
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)
            self.clock.stop()

    def _end(self) -> None:
        """Beat runs on; after three days all is told, and nothing waits."""
        for days in (0, 3):
            self.now += timedelta(days=days)
            tasks.expire()
            notices.tell_all(self.now)
        invariants.insist(self.world.before)
        invariants.everything_is_told(self.by_reply)
        invariants.nothing_waits_for_ever()

    def _is_true(self, reply: BookingReply | None) -> None:
        """The cards of an answer show what is stored."""
        if reply is None:
            return
        for card in reply.requests:
            row = Request.objects.get(pk=card["id"])
            assert (row.status, row.version) == (card["status"], card["version"])
            if card["status"] == "approved":
                self._note_what_was_let_through(row)

    def _note_what_was_let_through(self, row: Request) -> None:
        """That the guest heard as the answer to his words, and not by a message."""
        steps = row.steps.filter(action="let_through").exclude(told_at=None)
        if steps.exists() and str(row.pk) not in dict(invariants.tellings()):
            self.by_reply.add(str(row.pk))

    def _hear(self) -> None:
        threads = {guest.thread.pk: guest for guest in self.guests}
        rows = Message.objects.filter(conversation__in=threads)
        for message in rows.exclude(pk__in=self.read_ids).order_by("pk"):
            self.read_ids.add(message.pk)
            threads[message.conversation_id].hear(message)


def of(world: World) -> Any:
    """The machine of this world."""
    return type("Interleavings", (Interleavings,), {"world": world})
