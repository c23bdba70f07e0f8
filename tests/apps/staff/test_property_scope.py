"""Who works for one resort sees nothing of another, whatever page they open."""

from __future__ import annotations

import uuid

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import Group, User
from django.test import Client

from apps.catalog.models import Restaurant
from apps.conversations.models import Alert, Conversation, Message, Turn
from apps.properties.models import Experiment, Property
from apps.staff.accounts import roles
from apps.staff.models import Delivery
from tests import factories

THEIRS = "Cedars of Foxwoods"


@pytest.fixture
def theirs(foxwoods: Property) -> Restaurant:
    """A row, a conversation, an alert and a delivery of the other resort."""
    talk = Conversation.objects.create(property=foxwoods)
    turn = Turn.objects.create(
        conversation=talk, client_id=uuid.uuid4(), status="done", route="property_qa"
    )
    for role, kind in (("guest", "answer"), ("concierge", "notice")):
        Message.objects.create(
            conversation=talk, turn=turn, role=role, kind=kind, text=THEIRS
        )
    Alert.objects.create(conversation=talk, turn=turn, property=foxwoods, kind="crisis")
    factories.run_experiment(foxwoods, name=THEIRS)
    Delivery.objects.create(property=foxwoods, category="restaurants", rows=[])
    return factories.RestaurantFactory.create(
        property=foxwoods, name=THEIRS, slug="cedars"
    )


@pytest.fixture
def scoped_sam(sam: Client, sams_account: User, mohegan: Property) -> Client:
    """Sam works for Mohegan Sun alone, as an admin of the desk."""
    sams_account.groups.add(Group.objects.get(name="admin"))
    factories.assign(sams_account, mohegan)
    return sam


PAGES = [
    "/admin/catalog/restaurant/",
    "/admin/catalog/item/",
    "/admin/conversations/conversation/",
    "/admin/conversations/alert/",
    "/admin/staff/delivery/",
    "/admin/properties/property/",
    "/admin/properties/experiment/",
    "/admin/ops/experiments/",
    "/admin/catalog/restaurant/add/",
    "/admin/properties/experiment/add/",
    "/admin/gaps/",
    "/admin/import/",
    "/admin/playground/",
    "/admin/export/restaurants.csv",
]


@pytest.mark.parametrize("address", PAGES)
def test_no_page_names_the_other_resort(
    scoped_sam: Client, theirs: Restaurant, address: str
) -> None:
    answer = scoped_sam.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert THEIRS not in page
    assert "Foxwoods" not in page


@pytest.mark.parametrize("address", PAGES[:-1])
def test_who_works_for_all_sees_both(
    admin_client: Client, theirs: Restaurant, mohegan: Property, address: str
) -> None:
    assert "Foxwoods" in admin_client.get(address).content.decode()


def test_no_address_leads_to_the_other_resort(
    scoped_sam: Client, theirs: Restaurant
) -> None:
    talk = Conversation.objects.get()
    delivery, experiment = Delivery.objects.get(), Experiment.objects.get()
    for address in (
        f"/admin/catalog/restaurant/{theirs.pk}/change/",
        f"/admin/conversations/conversation/{talk.pk}/change/",
        f"/admin/conversations/conversation/{talk.pk}/reveal/",
        f"/admin/properties/property/{theirs.property_id}/change/",
        f"/admin/properties/experiment/{experiment.pk}/change/",
        f"/admin/properties/experiment/{experiment.pk}/history/",
        f"/admin/import/{delivery.pk}/",
        "/admin/ops/",
    ):
        answer = scoped_sam.get(address, follow=True)
        assert THEIRS not in answer.content.decode(), address
        assert "Foxwoods" not in answer.content.decode(), address


def test_a_row_cannot_be_moved_to_the_other_resort(
    scoped_sam: Client, theirs: Restaurant, mohegan: Property
) -> None:
    form = {"name": "New", "property": theirs.property_id, "cuisine": "Thai"}
    page = scoped_sam.post("/admin/catalog/restaurant/add/", form).content.decode()
    assert "Select a valid choice" in page
    file = {"property": theirs.property_id, "category": "restaurants"}
    assert (
        "Select a valid choice"
        in scoped_sam.post("/admin/import/", file).content.decode()
    )


@pytest.mark.django_db
def test_roles_may_what_their_work_needs() -> None:
    roles.grant_permissions()
    may = {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.filter(name__in=roles.ROLES)
    }
    assert "change_restaurant" in may["content"]
    assert "reveal_conversation" not in may["content"]
    assert {"reveal_conversation", "change_alert"} <= may["host"]
    assert "change_restaurant" not in may["host"] | may["ops"]
    assert "change_property" in may["ops"]
    assert not any(name.endswith("_user") for names in may.values() for name in names)


def test_who_works_for_one_is_shown_no_way_to_the_numbers_of_all(
    scoped_sam: Client,
) -> None:
    groups = scoped_sam.get("/admin/").context["sidebar_navigation"]
    titles = [item["title"] for group in groups for item in group["items"]]
    assert "Gaps" in titles
    assert "Dashboard" not in titles


def test_only_who_may_act_marks_an_alert_as_seen(
    sam: Client, sams_account: User, theirs: Restaurant
) -> None:
    sams_account.user_permissions.clear()
    sams_account.groups.add(Group.objects.get(name="ops"))
    alert = Alert.objects.get()
    press = {"action": "mark_as_seen", "_selected_action": [alert.pk]}
    sam.post("/admin/conversations/alert/", press)
    alert.refresh_from_db()
    assert alert.seen_at is None
    sams_account.groups.add(Group.objects.get(name="host"))
    sam.post("/admin/conversations/alert/", press)
    alert.refresh_from_db()
    assert alert.seen_by == sams_account


def test_the_venue_filter_of_shows_lists_own_venues_only(
    scoped_sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    for place, venue in ((mohegan, "Wolf Den"), (foxwoods, THEIRS)):
        at_venue = factories.VenueFactory.create(
            property=place, name=venue, sort=f"Sort of {venue}"
        )
        factories.ShowFactory.create(property=place, at_venue=at_venue, genre=venue)
    for address in ("/admin/catalog/show/", "/admin/catalog/venue/"):
        page = scoped_sam.get(address).content.decode()
        assert "Wolf Den" in page
        assert THEIRS not in page


def test_who_works_for_one_releases_no_lockout(
    scoped_sam: Client, sams_account: User
) -> None:
    lockout = AccessAttempt.objects.create(
        username="nora", ip_address="192.0.2.1", failures_since_start=5
    )
    address = "/admin/axes/accessattempt/"
    page = f"{address}{lockout.pk}/delete/"
    assert scoped_sam.post(page, {"post": "yes"}).status_code == 403
    press = {"action": "delete_selected", "_selected_action": [lockout.pk]}
    scoped_sam.post(address, {**press, "post": "yes"})
    assert AccessAttempt.objects.filter(pk=lockout.pk).exists()
    sams_account.staff_access.all_properties = True
    sams_account.staff_access.save()
    assert scoped_sam.post(page, {"post": "yes"}).status_code == 302
    assert not AccessAttempt.objects.exists()
