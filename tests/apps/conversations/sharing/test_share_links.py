"""A link to a conversation opens it until it ends or Alice revokes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.conversations.models import Conversation, ShareLink
from apps.conversations.sharing import links
from apps.properties.models import Property

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def thread(mohegan: Property) -> Conversation:
    return Conversation.objects.create(property=mohegan)


def test_it_opens_until_it_ends(thread: Conversation) -> None:
    token, expires_at = links.make(thread.pk, NOW)
    link = links.find(token, NOW)
    assert link is not None
    assert link.conversation == thread
    assert expires_at == NOW + timedelta(days=7)
    assert links.find(token, expires_at) is None


def test_only_its_hash_is_stored(thread: Conversation) -> None:
    token, _ = links.make(thread.pk, NOW)
    row = ShareLink.objects.values().get()
    assert token not in str(row)
    assert links.find(row["token_hash"], NOW) is None


def test_revoking_ends_all_links_of_the_conversation_alone(
    thread: Conversation,
) -> None:
    other_thread = Conversation.objects.create(property=thread.property)
    tokens = [links.make(thread.pk, NOW)[0] for _ in range(2)]
    kept_token, _ = links.make(other_thread.pk, NOW)
    assert links.revoke_all(thread.pk, NOW) == 2
    assert [links.find(token, NOW) for token in tokens] == [None, None]
    assert links.find(kept_token, NOW) is not None


def test_a_token_is_signed(thread: Conversation) -> None:
    token, _ = links.make(thread.pk, NOW)
    assert links.is_ours(token)
    forged = ("x" if token[0] != "x" else "y") + token[1:]
    for wrong in (forged, token[:-1], "", "x" * 28):
        assert not links.is_ours(wrong)


def test_the_oldest_makes_room(thread: Conversation) -> None:
    times = [NOW + timedelta(seconds=place) for place in range(links.MOST_OPEN + 1)]
    tokens = [links.make(thread.pk, at)[0] for at in times]
    assert links.find(tokens[0], NOW) is None
    assert links.find(tokens[1], NOW) is not None
    assert links.find(tokens[-1], NOW) is not None


def test_rows_of_ended_links_are_deleted(thread: Conversation) -> None:
    links.make(thread.pk, NOW - timedelta(days=8))
    links.make(thread.pk, NOW)
    links.revoke_all(thread.pk, NOW)
    kept_token, _ = links.make(thread.pk, NOW)
    links.forget_old(NOW)
    assert ShareLink.objects.count() == 1
    assert links.find(kept_token, NOW) is not None
