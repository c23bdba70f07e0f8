"""Staff see all drafts that wait in one list, and hear of those that need them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from apps.catalog.models import Item, Restaurant
from apps.notifications import tasks
from apps.notifications.models import Notification, Subscription
from apps.properties.models import FeatureFlag, Property
from apps.staff.drafts import row_drafts
from apps.staff.history import snapshot
from tests import draft_page, factories
from tests.admin_form import Form, press_action

LIST = "/admin/drafts/"


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    row: Restaurant = factories.RestaurantFactory.create(
        property=mohegan, name="Ballo", cuisine="Italian", hours=["4-5 17:00-22:00"]
    )
    return row


@pytest.fixture
def strict(mohegan: Property) -> Property:
    """Where a second person has to approve."""
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)
    return mohegan


@pytest.fixture
def noras_account(mohegan: Property) -> User:
    user: User = factories.StaffFactory.create(
        username="nora", email="nora@resort.example"
    )
    user.groups.add(Group.objects.get(name="content"))
    factories.assign(user, mohegan)
    return user


@pytest.fixture
def nora(noras_account: User) -> Client:
    client = Client()
    client.force_login(noras_account)
    return client


def save_draft(client: Client, row: Restaurant) -> None:
    form = Form(client, f"/admin/catalog/restaurant/{row.pk}/change/")
    day = form.row_of("hours", weekday=4)
    form.fill(cuisine="French", _draft="1", **{f"hours__{day}__closes_at": "23:00"})
    client.post(form.address, form.values)


def list_of(client: Client) -> str:
    return " ".join(client.get(LIST).content.decode().split())


def test_the_list_says_who_changes_what_and_what_it_waits_for(
    sam: Client, sams_account: User, nora: Client, strict: Property, ballo: Restaurant
) -> None:
    tower = factories.TowerFactory.create(name="Earth Tower", status="draft")
    assert "No drafts are waiting." in list_of(sam)
    save_draft(sam, ballo)
    page = list_of(sam)
    assert f"Restaurant of {strict}, changed by {sams_account} on" in page
    assert "Italian</del> <ins" in page
    assert "Friday 5:00 PM to 11:00 PM" in page
    assert f'href="/admin/rows/{ballo.pk}/draft/"' in page
    assert "somebody else has to approve it" in page
    assert "you can approve it" in list_of(nora)
    draft_page.press(nora, ballo.pk, "approve")
    assert "Approved by nora, and can be published." in list_of(sam)
    assert f"/admin/catalog/tower/{tower.pk}/change/?section=publishing" in page
    assert 'href="/admin/drafts/"' in sam.get("/admin/").content.decode()


def keep_drafts(numbers: range, author: User) -> None:
    """Of rooms that move to another tower, and of restaurants with other hours."""
    for number in numbers:
        old, new = (
            factories.TowerFactory.create(
                name=f"{name} {number}", slug=f"{name}{number}"
            )
            for name in ("old", "new")
        )
        room = factories.RoomFactory.create(slug=f"room{number}", in_tower=old)
        grill = factories.RestaurantFactory.create(
            slug=f"grill{number}", hours=["4-5 17:00-22:00"]
        )
        in_new = snapshot.read(room)
        in_new["fields"]["in_tower"] = new.pk
        for row, content in (
            (room, in_new),
            (grill, snapshot.read(grill) | {"hours": []}),
        ):
            item = Item.objects.select_related("property").get(pk=row.pk)
            row_drafts.keep(item, content, author)


def test_many_drafts_take_as_many_queries_as_few(
    sam: Client, sams_account: User, strict: Property
) -> None:
    list_of(sam)
    counts = []
    for numbers in (range(1), range(1, 4)):
        keep_drafts(numbers, sams_account)
        with CaptureQueriesContext(connection) as queries:
            page = list_of(sam)
        counts.append(len(queries))
        assert page.count("data-draft") == 2 * numbers.stop
        assert "old 0</del> <ins" in page
        assert "Friday 5:00 PM to 10:00 PM" in page
    assert counts[0] == counts[1]


def test_nobody_reads_in_the_list_what_another_resort_plans(
    sam: Client, ballo: Restaurant, foxwoods: Property
) -> None:
    save_draft(sam, ballo)
    user = factories.StaffFactory.create(username="olga")
    user.groups.add(Group.objects.get(name="content"))
    factories.assign(user, foxwoods)
    olga = Client()
    olga.force_login(user)
    assert "Ballo" not in list_of(olga)


def test_the_second_person_hears_of_a_draft_and_its_author_does_not(
    nora: Client,
    sam: Client,
    sams_account: User,
    noras_account: User,
    strict: Property,
    ballo: Restaurant,
    settings: Settings,
) -> None:
    settings.SITE_URL = "https://concierge.example"
    sams_account.email = "sam@resort.example"
    sams_account.save()
    for user in (sams_account, noras_account):
        Subscription.objects.create(property=strict, topics=["draft"], user=user)
    save_draft(sam, ballo)
    for _ in range(2):
        tasks.notify_staff()
    [message] = mail.outbox
    assert message.to == ["nora@resort.example"]
    assert message.subject == "Mohegan Sun: A draft waits for a second person"
    address = f"https://concierge.example/admin/rows/{ballo.pk}/draft/"
    assert address in str(message.body)
    save_draft(nora, ballo)
    nora.post(f"/admin/rows/{ballo.pk}/comment/", {"text": "Until eleven."})
    tasks.notify_staff()
    assert [message.to for message in mail.outbox][1:] == [["sam@resort.example"]]
    FeatureFlag.objects.update(is_on=False)
    save_draft(sam, ballo)
    tasks.notify_staff()
    assert Notification.objects.count() == 2


def test_the_second_person_hears_of_a_new_row_and_publishes_it(
    nora: Client,
    sam: Client,
    sams_account: User,
    noras_account: User,
    strict: Property,
    settings: Settings,
) -> None:
    settings.SITE_URL = "https://concierge.example"
    sams_account.email = "sam@resort.example"
    sams_account.save()
    for user in (sams_account, noras_account):
        Subscription.objects.create(property=strict, topics=["held_row"], user=user)
    for name, status in (("Earth Tower", "live"), ("Sky Tower", "draft")):
        form = Form(sam, "/admin/catalog/tower/add/")
        assert form.fill(name=name, source="List", status=status).send().is_saved
    for _ in range(2):
        tasks.notify_staff()
    [message] = mail.outbox
    assert message.to == ["nora@resort.example"]
    earth = Item.objects.get(name="Earth Tower")
    page = f"/admin/rows/{earth.pk}/draft/"
    line = "Mohegan Sun: A row waits for a second person"
    assert message.body == f"{line}.\n\nhttps://concierge.example{page}\n"
    assert f'href="{page}"' in list_of(nora)
    assert "You wrote it." in sam.get(page).content.decode()
    button = Form(nora, page)
    assert "Publish it" in button.text
    sky = Item.objects.get(name="Sky Tower")
    for _ in range(2):
        press_action(sam, "/admin/catalog/tower/", "publish", sky.pk)
        tasks.notify_staff()
    assert f"/admin/rows/{sky.pk}/draft/" in str(mail.outbox[-1].body)
    assert len(mail.outbox) == 2
    press_action(nora, "/admin/catalog/tower/", "publish", earth.pk)
    assert "Publish it" not in nora.get(page).content.decode()
    assert list_of(nora).count("it waits for a second person") == 1
    FeatureFlag.objects.update(is_on=False)
    assert "it waits for a second person" not in list_of(nora)
