"""Sam sees which guests are in danger, and what they wrote."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from apps.conversations.models import Alert, Conversation, Message, Turn
from apps.properties.models import Property

LIST = "/admin/conversations/alert/"
COLLAPSED = "My friend collapsed at the bar, call me on 860-555-0142"


def alert(talk: Conversation, text: str, kind: str, minutes_ago: int = 0) -> Alert:
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4())
    Message.objects.create(conversation=talk, turn=turn, role="guest", text=text)
    row = Alert.objects.create(
        conversation=talk, turn=turn, property_id=talk.property_id, kind=kind
    )
    raised_at = timezone.now() - timedelta(minutes=minutes_ago)
    Alert.objects.filter(pk=row.pk).update(created_at=raised_at)
    row.refresh_from_db()
    return row


def rows(sam: Client, **filters: str) -> list[Alert]:
    return list(sam.get(LIST, filters).context["cl"].result_list)


def page_of(sam: Client) -> str:
    return " ".join(sam.get(LIST).content.decode().split())


def test_it_shows_what_the_guest_wrote_without_personal_data(
    sam: Client, mohegan: Property
) -> None:
    row = alert(Conversation.objects.create(property=mohegan), COLLAPSED, "emergency")
    for address in (LIST, f"{LIST}{row.pk}/change/"):
        page = sam.get(address).content.decode()
        assert "My friend collapsed at the bar, call me on [phone]" in page
        assert "555-0142" not in page


def test_words_are_for_staff_who_may_read_conversations(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    row = alert(Conversation.objects.create(property=mohegan), COLLAPSED, "emergency")
    sams_account.user_permissions.set(
        Permission.objects.filter(codename__in=["view_alert", "change_alert"])
    )
    for address in (LIST, f"{LIST}{row.pk}/change/"):
        page = sam.get(address).content.decode()
        assert "Emergency" in page
        assert "collapsed" not in page


def test_a_long_message_is_shortened(sam: Client, mohegan: Property) -> None:
    talk = Conversation.objects.create(property=mohegan)
    alert(
        talk, "She is not breathing. " + "Please come. " * 40 + "THE END", "emergency"
    )
    page = sam.get(LIST).content.decode()
    assert "She is not breathing." in page
    assert "THE END" not in page


def test_a_conversation_is_one_row_with_its_gravest_message_first(
    sam: Client, mohegan: Property
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    alert(talk, "I lose every night", "worry", minutes_ago=20)
    alert(talk, "My friend collapsed", "emergency", minutes_ago=9)
    alert(talk, "We are at the bar", "emergency", minutes_ago=5)
    newest = alert(talk, "He is breathing again, it is 860-555-0142", "worry")
    another = Conversation.objects.create(property=mohegan)
    alert(another, "There is smoke", "emergency", minutes_ago=30)
    assert next(row.pk for row in rows(sam)) == newest.pk
    page = page_of(sam)
    assert "4 alerts" in page
    assert "There is smoke" in page
    gravest, later = page.index("My friend collapsed"), page.index("He is breathing")
    assert gravest < page.index("Later: ", gravest) < later
    assert "555-0142" not in page
    assert "I lose every night" not in page
    assert "We are at the bar" not in page
    assert page.count("Later: ") == 1
    # The gravest of the conversation, whatever came last.
    cells = [cell.partition("</td>")[0] for cell in page.split("field-kind_label")[1:]]
    assert len(cells) == 2
    assert all("Emergency" in cell for cell in cells)
    assert len(rows(sam, kind__exact="emergency")) == 2


def test_both_dangers_of_a_conversation_are_shown(
    sam: Client, mohegan: Property
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    alert(talk, "I do not want to live any more", "crisis", minutes_ago=9)
    newest = alert(talk, "My friend collapsed", "emergency", minutes_ago=5)
    for filters in ({}, {"kind__exact": "crisis"}, {"kind__exact": "emergency"}):
        page = " ".join(sam.get(LIST, filters).content.decode().split())
        [cell] = [
            part.partition("</td>")[0] for part in page.split("field-kind_label")[1:]
        ]
        assert "Emergency, May be in danger" in cell
        emergency, crisis = page.index("My friend coll"), page.index("I do not want")
        assert emergency < crisis
    page = sam.get(f"{LIST}{newest.pk}/change/").content.decode()
    assert "(May be in danger): I do not want to live any more" in page
    assert "(Emergency): My friend collapsed" in page


def test_the_page_of_an_alert_shows_all_of_its_conversation(
    sam: Client, mohegan: Property
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    alert(talk, "My friend collapsed", "emergency", minutes_ago=9)
    newest = alert(talk, "He is breathing again", "emergency")
    page = sam.get(f"{LIST}{newest.pk}/change/").content.decode()
    assert page.index("My friend collapsed") < page.index("He is breathing again")


def test_its_times_are_on_the_resorts_clock(sam: Client, mohegan: Property) -> None:
    row = alert(Conversation.objects.create(property=mohegan), COLLAPSED, "emergency")
    moment = datetime.fromisoformat("2026-11-23T02:42:00+00:00")
    Alert.objects.update(created_at=moment, seen_at=moment + timedelta(minutes=5))
    for address in (LIST, f"{LIST}{row.pk}/change/"):
        page = sam.get(address).content.decode()
        assert "Nov. 22, 2026, 9:42 PM EST" in page
        assert "2:42" not in page
    page = sam.get(f"{LIST}{row.pk}/change/").content.decode()
    assert "Nov. 22, 2026, 9:47 PM EST" in page
    assert "2026-11-23" not in page


def test_unseen_conversations_are_first(sam: Client, mohegan: Property) -> None:
    marked = alert(Conversation.objects.create(property=mohegan), "Fire", "emergency")
    Alert.objects.update(seen_at=timezone.now())
    waiting = alert(
        Conversation.objects.create(property=mohegan), "Help", "crisis", minutes_ago=60
    )
    assert [row.pk for row in rows(sam)] == [waiting.pk, marked.pk]
    assert [row.pk for row in rows(sam, seen_at__isempty="1")] == [waiting.pk]


def test_one_press_marks_all_that_sam_has_seen_of_a_conversation(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    talk = Conversation.objects.create(property=mohegan)
    alert(talk, "My friend collapsed", "emergency", minutes_ago=9)
    shown = alert(talk, "He does not move", "emergency", minutes_ago=2)
    [row] = rows(sam)
    meanwhile = alert(talk, "Where are you?", "emergency")
    sam.post(LIST, {"action": "mark_as_seen", "_selected_action": [row.pk]})
    assert row.pk == shown.pk
    assert set(Alert.objects.filter(seen_by=None)) == {meanwhile}
    [row] = rows(sam)
    assert row.pk == meanwhile.pk
    assert "3 alerts, 1 unseen" in page_of(sam)


def test_the_sidebar_counts_conversations(sam: Client, mohegan: Property) -> None:
    talk = Conversation.objects.create(property=mohegan)
    for text in ("My friend collapsed", "He does not move"):
        alert(talk, text, "emergency")
    groups = sam.get("/admin/").context["sidebar_navigation"]
    items = [item for group in groups for item in group["items"]]
    assert [str(item["badge"]) for item in items if item["title"] == "Alerts"] == ["1"]
    # An open page asks for the menu alone.
    menu = strip_tags(sam.get("/admin/menu/").content.decode())
    assert "Alerts 1" in " ".join(menu.split())
