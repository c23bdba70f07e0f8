"""Staff try the door on a phone that exists on a page alone."""

from __future__ import annotations

import html

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django import Settings

from apps.conversations.models import Conversation
from apps.properties.models import Property
from apps.sms.incoming import answering
from apps.sms.models import InboundText, OutboundText
from apps.sms.outgoing import outbox
from tests import factories
from tests.fakes.telnyx import Telnyx

URL = "/admin/phone/"


@pytest.fixture(autouse=True)
def _no_pause(settings: Settings) -> None:
    settings.SMS_BURST_SECONDS = 0


def test_it_answers_as_it_answers_a_guest(
    resort: Property, telnyx: Telnyx, sam: Client
) -> None:
    question = {"property": resort.pk, "text": "What is the dress code at Ballo?"}
    page = sam.post(URL, question, follow=True).content.decode()
    assert "What is the dress code at Ballo?" in page
    assert 'http-equiv="refresh"' in page
    assert answering.answer(InboundText.objects.get().pk)
    outbox.send(OutboundText.objects.get().pk)
    page = sam.get(URL).content.decode()
    assert "smart casual" in page.lower()
    assert "Delivered" in page
    assert 'http-equiv="refresh"' not in page
    assert telnyx.sent == []
    assert not Conversation.objects.get().is_from_guest


def test_it_remembers_as_it_remembers_a_guest(
    resort: Property, telnyx: Telnyx, sam: Client
) -> None:
    for text in ("I'm vegetarian. Is parking free?", "what do you know about me?"):
        sam.post(URL, {"property": resort.pk, "text": text})
        assert answering.answer(InboundText.objects.get(status="waiting").pk)
        outbox.send(OutboundText.objects.get(status="pending").pk)
    page = html.unescape(sam.get(URL).content.decode())
    assert "May I remember what you told me for next time?" in page
    assert "Food: vegetarian, because you said" in page
    assert not Conversation.objects.filter(is_from_guest=True).exists()


def test_a_stop_holds_there_too(mohegan: Property, sam: Client) -> None:
    sam.post(URL, {"property": mohegan.pk, "text": "please stop texting me"})
    page = sam.get(URL).content.decode()
    assert "no more text messages" in page


def test_only_those_who_may_see_texts_have_a_phone(
    mohegan: Property, sam: Client, sams_account: User, alice: Client
) -> None:
    assert alice.get(URL).status_code == 302
    sams_account.user_permissions.remove(
        *Permission.objects.filter(content_type__app_label="sms")
    )
    assert sam.get(URL).status_code == 403


def test_it_texts_only_to_a_users_own_properties(
    mohegan: Property, foxwoods: Property, sam: Client, sams_account: User
) -> None:
    factories.assign(sams_account, mohegan)
    for forged in (foxwoods.pk, "0", "x"):
        page = sam.post(URL, {"property": forged, "text": "hello"})
        assert page.status_code == 404
        assert "Foxwoods" not in page.content.decode()
    assert not InboundText.objects.exists()
