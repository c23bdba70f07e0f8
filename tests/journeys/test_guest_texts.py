"""Alice texts the resort: signed webhooks in, one answer out, and a stop that holds."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import httpx
import pytest
from django.utils import timezone

from apps.conversations.models import Alert, Conversation
from apps.guests import consents
from apps.infrastructure.workers import task_queue
from apps.properties.models import Property
from apps.sms import tasks
from apps.sms.models import InboundText, OutboundText, SmsNumber
from apps.sms.outgoing import message_text, outbox
from tests import site as sites
from tests.fakes import telnyx as fake
from tests.fakes.telnyx import Signed, Telnyx, running_server
from tests.site import Program, Site, wait_for

pytestmark = pytest.mark.slow

OURS = "+18605550199"
QUEUE = "texts-of-a-worker-that-dies"
WORKER = ["celery", "-A", "concierge_project", "worker", "--pool", "solo"]
WORKER += ["--without-gossip", "--without-mingle", "-l", "INFO"]


@pytest.fixture(scope="module")
def telnyx() -> Iterator[Telnyx]:
    with running_server() as server:
        yield server


@pytest.fixture(scope="module")
def door(django_db_setup: None, telnyx: Telnyx) -> Iterator[Site]:
    """A site that takes text messages."""
    with sites.start("web-sms", port=0, **variables(telnyx)) as site:
        yield site


@pytest.fixture(scope="module")
def worker(django_db_setup: None, telnyx: Telnyx) -> Iterator[Program]:
    with running_worker(telnyx, "worker-sms") as program:
        yield program


@pytest.fixture
def number(resort: Property, telnyx: Telnyx) -> str:
    """The resort's own number; what the fake has sent before is forgotten."""
    telnyx.forget()
    SmsNumber.objects.create(property=resort, number=OURS)
    return OURS


@contextmanager
def running_worker(telnyx: Telnyx, name: str, *options: str) -> Iterator[Program]:
    with sites.running(name, *WORKER, *options, **variables(telnyx)) as program:
        wait_for(lambda: " ready." in program.log.read_text())
        yield program


def variables(telnyx: Telnyx) -> dict[str, str]:
    return {
        "SMS_ENABLED": "true",
        "SMS_API_URL": telnyx.url,
        "TELNYX_API_KEY": fake.API_KEY,
        "TELNYX_PUBLIC_KEY": telnyx.public_key,
        "SMS_FROM_NUMBER": OURS,
        "SMS_BURST_SECONDS": "1",
        "SITE_URL": "https://example.com",
    }


def post(door: Site, signed: Signed) -> int:
    body, headers = signed
    url = f"{door.url}/sms/telnyx"
    return httpx.post(url, content=body, headers=headers, timeout=20).status_code


def texts(telnyx: Telnyx, guest: str, count: int) -> list[str]:
    """What reached the guest's phone, once so many messages have."""
    wait_for(lambda: len(telnyx.texts_to(guest)) >= count)
    return telnyx.texts_to(guest)


def settle() -> None:
    """Until no text waits for an answer, and none to be sent."""
    unanswered = InboundText.objects.filter(status__in=["waiting", "answering"])
    unsent = OutboundText.objects.filter(status__in=["pending", "claimed"])
    wait_for(lambda: not unanswered.exists() and not unsent.exists())


def test_a_question_gets_one_answer_however_often_it_comes(
    door: Site, worker: Program, telnyx: Telnyx, number: str, resort: Property
) -> None:
    alice = "+18605550100"
    signed = telnyx.incoming(alice, number, "What is the dress code at Ballo?")
    began_at = timezone.now()
    statuses = [post(door, signed) for _ in range(5)]
    assert timezone.now() - began_at < timedelta(seconds=2)
    assert statuses == [200, 409, 409, 409, 409]
    [answer] = texts(telnyx, alice, 1)
    assert "smart casual" in answer.lower()
    assert "STOP" in answer  # the first answer says who writes and how to end it
    settle()
    conversation = Conversation.objects.get(property=resort)
    assert conversation.channel == Conversation.Channel.SMS
    assert conversation.guest is not None
    assert conversation.guest.contact_points.get().value == alice
    # The same thread goes on, and knows what it is about.
    assert post(door, telnyx.incoming(alice, number, "and is it open now?")) == 200
    assert len(texts(telnyx, alice, 2)) == 2
    assert Conversation.objects.filter(property=resort).count() == 1


def test_texts_in_a_burst_get_one_answer(
    door: Site, worker: Program, telnyx: Telnyx, number: str
) -> None:
    bob = "+18605550101"
    assert post(door, telnyx.incoming(bob, number, "Hi, a question:")) == 200
    assert post(door, telnyx.incoming(bob, number, "dress code at Ballo?")) == 200
    [answer] = texts(telnyx, bob, 1)
    assert "smart casual" in answer.lower()
    settle()
    assert len(telnyx.texts_to(bob)) == 1
    assert InboundText.objects.filter(status="answered").count() == 2


@pytest.mark.parametrize(
    ("wording", "confirmation"),
    [
        ("STOP", ""),
        ("revoke", "no more text messages"),
        ("Please stop texting me", "no more text messages"),
        ("take my name off your list", "no more text messages"),
        ("No más", "no le enviaremos más mensajes"),
        ("por favor no me manden más mensajes", "no le enviaremos más mensajes"),
    ],
)
def test_a_stop_holds(
    door: Site,
    worker: Program,
    telnyx: Telnyx,
    number: str,
    resort: Property,
    wording: str,
    confirmation: str,
) -> None:
    """The carrier itself confirms STOP; any other wording is confirmed by us, once."""
    carol = "+18605550102"
    assert post(door, telnyx.incoming(carol, number, wording)) == 200
    wait_for(lambda: consents.history(resort, carol).exists())
    settle()
    entry = consents.history(resort, carol).get()
    assert (entry.is_given, entry.text_shown) == (False, wording)
    assert post(door, telnyx.incoming(carol, number, wording)) == 200
    assert post(door, telnyx.incoming(carol, number, "dress code at Ballo?")) == 200
    settle()
    sent = telnyx.texts_to(carol)
    assert len(sent) == (1 if confirmation else 0)
    assert all(confirmation in text for text in sent)
    withheld = OutboundText.objects.get(status="withheld")
    assert "no more text messages" in withheld.reason_not_sent
    # A yes after a stop gives the consent again.
    assert post(door, telnyx.incoming(carol, number, "START")) == 200
    assert consents.is_given(resort, carol, "sms")
    assert post(door, telnyx.incoming(carol, number, "dress code at Ballo?")) == 200
    texts(telnyx, carol, len(sent) + 1)
    assert "smart casual" in telnyx.texts_to(carol)[-1].lower()


def test_a_guest_in_danger_gets_the_numbers_whole(
    door: Site, worker: Program, telnyx: Telnyx, number: str, resort: Property
) -> None:
    dave = "+18605550103"
    words = "help my wife collapsed in the lobby and is not breathing"
    assert post(door, telnyx.incoming(dave, number, words)) == 200
    [answer] = texts(telnyx, dave, 1)
    assert "Your local emergency number" in answer
    assert resort.phone in answer
    wait_for(lambda: Alert.objects.filter(property=resort).exists())


@pytest.mark.parametrize("is_requested", [False, True])
def test_a_worker_that_is_killed_while_it_sends_gives_one_text(
    worker: Program,
    telnyx: Telnyx,
    number: str,
    resort: Property,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_requested: bool,
) -> None:
    """Once it has claimed the text, or once the provider has its request.

    A queue of its own keeps the task from the worker of the other tests, which looks at
    the text afterwards.
    """
    erin = "+18605550104"
    telnyx.pause_seconds = 3
    monkeypatch.setattr(task_queue, "send_on_commit", lambda *_, **__: None)
    row = outbox.add(resort, outbox.Draft(erin, "The spa opens at 9."))
    with running_worker(telnyx, "worker-killed", "-Q", QUEUE) as program:
        tasks.send.apply_async(kwargs={"text_id": str(row.pk)}, queue=QUEUE)
        wait_for(lambda: OutboundText.objects.get(pk=row.pk).status == "claimed")
        wait_for(lambda: bool(telnyx.requests) or not is_requested)
        program.signal(signal.SIGKILL)
        assert program.exit_code() == -signal.SIGKILL
    telnyx.pause_seconds = 0
    assert OutboundText.objects.get(pk=row.pk).status == "claimed"
    old = timezone.now() - outbox.CLAIM_AGE - timedelta(seconds=1)
    OutboundText.objects.filter(pk=row.pk).update(claimed_at=old)
    # The provider sends what it was asked for, though nobody waits for its answer.
    wait_for(lambda: len(telnyx.sent) == len(telnyx.requests))
    tasks.send_waiting.apply_async()
    wait_for(lambda: OutboundText.objects.get(pk=row.pk).status == "sent")
    assert telnyx.texts_to(erin) == ["The spa opens at 9."]


def test_a_guest_agrees_to_be_remembered_and_takes_it_back(
    door: Site, worker: Program, telnyx: Telnyx, number: str, resort: Property
) -> None:
    grace = "+18605550107"
    words = ("I'm vegetarian. What is the dress code at Ballo?", "yes")
    for count, text in enumerate((*words, "forget everything"), 1):
        assert post(door, telnyx.incoming(grace, number, text)) == 200
        texts(telnyx, grace, count)
        settle()
    answer, thanks, goodbye = telnyx.texts_to(grace)
    assert "smart casual" in answer.lower()
    assert answer.endswith("Reply YES or NO.")
    assert "I will remember it" in thanks
    assert "vegetarian" in goodbye
    assert "no longer remember you for next time" in goodbye
    entries = consents.history(resort, grace).values_list("scope", "is_given")
    assert list(entries) == [("memory", False), ("memory", True)]


def test_nothing_forged_gets_in(door: Site, telnyx: Telnyx, number: str) -> None:
    body, headers = telnyx.incoming("+18605550105", number, "dress code?")
    assert post(door, (body + b" ", headers)) == 401
    assert post(door, telnyx.sign(body, age_seconds=600)) == 401
    assert not InboundText.objects.exists()


def test_the_whole_answer_opens_behind_its_link(
    door: Site, worker: Program, telnyx: Telnyx, number: str
) -> None:
    frank = "+18605550106"
    question = "What is the dress code at Ballo?"
    assert post(door, telnyx.incoming(frank, number, question)) == 200
    texts(telnyx, frank, 1)
    url = message_text.link_path(OutboundText.objects.get(to_number=frank).pk)
    page = httpx.get(f"{door.url}{url}")
    assert page.status_code == 200
    assert question in page.text
    assert "mart casual" in page.text
    assert page.headers["x-robots-tag"] == "noindex"
    forged = f"{door.url}{url[:-1]}{'A' if url[-1] != 'A' else 'B'}"
    assert httpx.get(forged).status_code == 404
    old = timezone.now() - timedelta(days=8)
    OutboundText.objects.filter(to_number=frank).update(created_at=old)
    assert httpx.get(f"{door.url}{url}").status_code == 410
