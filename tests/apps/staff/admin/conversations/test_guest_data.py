"""Sam hands out all that is stored of a guest, or erases it, where his rights allow."""

from __future__ import annotations

import json
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.conversations.models import Conversation, Message, Turn
from apps.guests.models import Guest
from apps.properties.models import Property
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
CONVERSATIONS = "/admin/conversations/conversation"
ASKS = ["Do you know my name?", "Call 860-555-0142"]


@pytest.fixture
def threads(mohegan: Property) -> list[Conversation]:
    """Two conversations of one guest."""
    guest = Guest.objects.create(property=mohegan, is_remembered=True)
    rows = []
    for text in ASKS:
        thread = Conversation.objects.create(property=mohegan, guest=guest)
        turn = Turn.objects.create(
            conversation=thread, client_id=uuid4(), status="done"
        )
        Message.objects.create(conversation=thread, turn=turn, role="guest", text=text)
        rows.append(thread)
    return rows


def test_a_guest_gets_all_that_is_stored(
    sam: Client, threads: list[Conversation]
) -> None:
    answer = sam.get(f"{CONVERSATIONS}/{threads[0].pk}/download/")
    with ZipFile(BytesIO(answer.content)) as archive:
        files = {name: json.loads(archive.read(name)) for name in archive.namelist()}
    messages = [files[f"conversations/{row.pk}.json"]["messages"] for row in threads]
    assert [rows[0]["text"] for rows in messages] == ASKS
    assert files["guest.json"]["is_remembered"] is True
    assert LogEntry.objects.get().change_message == "Downloaded all data."


@pytest.mark.parametrize(("button", "left"), [("thread", 1), ("guest", 0)])
def test_one_conversation_is_erased_or_all_of_its_guest(
    sam: Client, threads: list[Conversation], button: str, left: int
) -> None:
    address = f"{CONVERSATIONS}/{threads[0].pk}/erase/"
    assert "Erase all 2 of this guest" in sam.get(address).content.decode()
    assert Conversation.objects.count() == 2
    assert sam.post(address, {button: ""}).status_code == 302
    assert Conversation.objects.count() == left
    assert Guest.objects.count() == left
    assert LogEntry.objects.get().object_id == str(threads[0].pk)


@pytest.mark.parametrize(
    ("path", "permission"),
    [("download", "reveal_conversation"), ("erase", "erase_conversation")],
)
def test_it_takes_a_permission(
    sam: Client,
    sams_account: User,
    threads: list[Conversation],
    path: str,
    permission: str,
) -> None:
    sams_account.user_permissions.remove(Permission.objects.get(codename=permission))
    address = f"{CONVERSATIONS}/{threads[0].pk}/{path}/"
    for answer in (sam.get(address), sam.post(address, {"thread": ""})):
        assert answer.status_code in {302, 403}
        assert "zip" not in answer.headers["content-type"]
    page = sam.get(f"{CONVERSATIONS}/{threads[0].pk}/change/").content.decode()
    assert f"/{path}/" not in page
    assert Conversation.objects.count() == 2


@pytest.mark.parametrize("path", ["download", "erase"])
def test_staff_of_another_resort_do_neither(
    sam: Client,
    sams_account: User,
    foxwoods: Property,
    threads: list[Conversation],
    path: str,
) -> None:
    factories.assign(sams_account, foxwoods)
    address = f"{CONVERSATIONS}/{threads[0].pk}/{path}/"
    for answer in (sam.get(address), sam.post(address, {"guest": ""})):
        assert answer.status_code == 404
    assert Conversation.objects.count() == 2
    assert not LogEntry.objects.exists()
