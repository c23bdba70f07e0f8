"""A text message goes out once, whatever happens to provider and worker."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.guests import consents
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import outbox, permission
from apps.sms.telnyx import client
from tests.fakes.telnyx import DROPPED, Telnyx

ALICE = "+18605550100"
Status = OutboundText.Status


@pytest.fixture
def text(telnyx: Telnyx, mohegan: Property) -> OutboundText:
    return outbox.add(mohegan, outbox.Draft(ALICE, "The spa opens at 9."))


def claim_is_old(text: OutboundText) -> None:
    old = timezone.now() - outbox.CLAIM_AGE - timedelta(seconds=1)
    OutboundText.objects.filter(pk=text.pk).update(claimed_at=old)


def send_due(text: OutboundText) -> OutboundText:
    """What beat does, at the time of the next attempt."""
    OutboundText.objects.filter(pk=text.pk).update(next_attempt_at=timezone.now())
    outbox.resolve_old_claims(timezone.now())
    for text_id in outbox.waiting(timezone.now()):
        outbox.send(text_id)
    text.refresh_from_db()
    return text


def test_it_sends_a_message_with_its_segments(
    telnyx: Telnyx, text: OutboundText
) -> None:
    assert send_due(text).status == Status.SENT
    assert telnyx.texts_to(ALICE) == ["The spa opens at 9."]
    assert (text.segments, text.attempts) == (1, 1)
    assert telnyx.sent[0]["id"] == text.provider_id


def test_two_workers_send_one_text(telnyx: Telnyx, text: OutboundText) -> None:
    outbox.send(text.pk)
    outbox.send(text.pk)
    assert len(telnyx.sent) == 1


def test_a_worker_killed_before_the_send_gives_one_text(
    telnyx: Telnyx, text: OutboundText, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(message: client.Text) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(client, "send", killed)
        with pytest.raises(KeyboardInterrupt):
            outbox.send(text.pk)
    assert send_due(text).status == Status.CLAIMED  # it may still be on its way
    claim_is_old(text)
    assert send_due(text).status == Status.SENT
    assert len(telnyx.sent) == 1


def test_a_worker_killed_after_the_send_gives_one_text(
    telnyx: Telnyx, text: OutboundText, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_send = client.send

    def killed(message: client.Text) -> str:
        real_send(message)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(client, "send", killed)
        with pytest.raises(KeyboardInterrupt):
            outbox.send(text.pk)
    claim_is_old(text)
    assert send_due(text).status == Status.SENT
    assert text.provider_id == telnyx.sent[0]["id"]
    assert len(telnyx.sent) == 1


def test_a_lost_answer_of_the_provider_gives_one_text(
    telnyx: Telnyx, text: OutboundText
) -> None:
    telnyx.failures = [DROPPED]
    assert send_due(text).status == Status.CLAIMED
    claim_is_old(text)
    assert send_due(text).status == Status.SENT
    assert len(telnyx.sent) == 1


def test_a_busy_provider_is_asked_again_later(
    telnyx: Telnyx, text: OutboundText
) -> None:
    telnyx.failures = [429, 503]
    assert send_due(text).status == Status.PENDING
    assert text.next_attempt_at is not None
    assert text.next_attempt_at > timezone.now()
    assert send_due(text).status == Status.PENDING
    assert send_due(text).status == Status.SENT
    assert len(telnyx.sent) == 1


def test_it_gives_up_in_the_end(telnyx: Telnyx, text: OutboundText) -> None:
    attempt_count = len(outbox.RETRY_DELAYS) + 1
    telnyx.failures = [503] * (attempt_count + 3)
    for _ in range(attempt_count + 2):
        send_due(text)
    assert (text.status, text.attempts) == (Status.FAILED, attempt_count)
    assert "busy" in text.error


def test_a_refusal_is_final(telnyx: Telnyx, text: OutboundText) -> None:
    telnyx.failures = [400]
    assert send_due(text).status == Status.FAILED
    assert "Refused (40008)" in text.error


def test_the_carriers_own_list_of_stops_counts(
    telnyx: Telnyx, text: OutboundText, mohegan: Property
) -> None:
    telnyx.failures, telnyx.error_code = [400], client.OPTED_OUT
    assert send_due(text).status == Status.FAILED
    assert permission.has_stopped(mohegan, ALICE)


def test_a_guest_who_stops_meanwhile_gets_nothing(
    telnyx: Telnyx, text: OutboundText, mohegan: Property
) -> None:
    consents.record(
        mohegan,
        ALICE,
        "sms",
        is_given=False,
        channel="sms",
        source="test",
        text_shown="STOP",
        said_at=timezone.now(),
    )
    assert send_due(text).status == Status.WITHHELD
    assert "no more text messages" in text.reason_not_sent
    assert telnyx.sent == []
