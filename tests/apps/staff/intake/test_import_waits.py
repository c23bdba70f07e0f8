"""Where a second person publishes, a table that Sam hands in waits for Nora."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django import db
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.catalog.models import Item, Restaurant
from apps.properties.models import FeatureFlag, Property
from apps.staff.drafts import import_approval_views, row_drafts
from apps.staff.history import versions
from apps.staff.intake import deliveries
from apps.staff.models import Delivery, RowDraft, Version
from tests import draft_page, factories
from tests.admin_form import Form, press_action
from tests.apps.staff.intake.test_import_export import (
    ADDRESS,
    ballo,
    handed_in,
    keeper,
)

__all__ = ["ballo", "keeper"]
LIST = "/admin/catalog/restaurant/"
NEW = "Tuscany;tuscany;live;Menu;2;Roman"
BALLO = "Ballo;ballo;live;Menu;2;French"


@pytest.fixture(autouse=True)
def second_person(mohegan: Property) -> None:
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)


@pytest.fixture
def nora() -> Client:
    client = Client()
    client.force_login(
        factories.StaffFactory.create(username="nora", is_superuser=True)
    )
    return client


def table(*lines: str) -> bytes:
    return "\n".join(["name;slug;status;source;price_band;cuisine", *lines]).encode()


def import_table(keeper: Client, place: Property, *lines: str) -> Delivery:
    handed_in(keeper, place, "table.csv", table(*lines))
    delivery = Delivery.objects.latest("received_at")
    keeper.post(f"{ADDRESS}{delivery.pk}/apply/")
    deliveries.apply(delivery.pk)
    return delivery


def page_of(client: Client, delivery: Delivery, path: str = "") -> str:
    page = client.get(f"{ADDRESS}{delivery.pk}/{path}").content.decode()
    return " ".join(page.split())


def undo(keeper: Client, delivery: Delivery) -> str:
    address = f"{ADDRESS}{delivery.pk}/undo/"
    return keeper.post(address, follow=True).content.decode()


def act(client: Client, row: Item, action: str) -> str:
    return draft_page.press(client, row.pk, action)


def test_guests_see_a_table_once_somebody_else_has_published_it(
    keeper: Client, nora: Client, mohegan: Property, ballo: Restaurant
) -> None:
    preview = handed_in(keeper, mohegan, "table.csv", table(BALLO, NEW))
    words = "2 rows become drafts, which guests do not see until somebody else"
    assert words in " ".join(preview.content.decode().split())
    assert not RowDraft.objects.exists()
    Delivery.objects.all().delete()
    delivery = import_table(keeper, mohegan, BALLO, NEW)
    page = page_of(keeper, delivery)
    assert "2 rows wait as drafts" in page
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.status) == ("Italian", "live")
    tuscany = Item.objects.get(slug="tuscany")
    assert tuscany.status == "draft"
    assert f"/admin/rows/{tuscany.pk}/draft/" in page
    assert "it waits for a second person" in nora.get("/admin/drafts/").content.decode()
    assert "You wrote it." in act(keeper, ballo, "approve")
    press_action(keeper, LIST, "publish", tuscany.pk)
    tuscany.refresh_from_db()
    assert tuscany.status == "draft"
    act(nora, ballo, "approve")
    act(nora, ballo, "publish")
    press_action(nora, LIST, "publish", tuscany.pk)
    ballo.refresh_from_db()
    tuscany.refresh_from_db()
    assert (ballo.cuisine, tuscany.status) == ("French", "live")
    # What nora has published is not undone by sam alone.
    assert "nora has published it since." in page_of(keeper, delivery, "undo/")
    assert "nora has changed it since." in page_of(keeper, delivery, "undo/")


def test_the_second_person_reads_a_whole_import_and_publishes_it(
    keeper: Client, nora: Client, mohegan: Property, ballo: Restaurant
) -> None:
    sushi = factories.RestaurantFactory.create(
        property=mohegan, name="Sushi Bar", slug="sushi", cuisine="Japanese"
    )
    lines = (BALLO, NEW, "Sushi Bar;sushi;live;Menu;2;Fusion")
    delivery = import_table(keeper, mohegan, *lines)
    address = f"{ADDRESS}{delivery.pk}/drafts/"
    assert address in page_of(keeper, delivery)
    assert address in nora.get(f"/admin/rows/{ballo.pk}/draft/").content.decode()

    def press(page: Form, action: str) -> str:
        values = {**page.values, "action": action}
        return page.client.post(address, values, follow=True).content.decode()

    own_page, page = Form(keeper, address), Form(nora, address)
    assert own_page.text.count("You wrote it.") == 3
    assert 'name="action"' not in own_page.text
    assert "Italian</del>" in page.text
    assert "Roman" in page.text
    assert "Approve and publish 3 rows now" in page.text
    Restaurant.objects.filter(pk=sushi.pk).update(dress_code="Jacket")
    answer = press(page, "approve")
    assert "1 row approved." in answer
    assert "Sushi Bar: The draft was changed while you read it." in answer
    answer = press(Form(keeper, address), "publish")
    assert "1 row published." in answer
    assert answer.count("You wrote it. Somebody else has to approve it.") == 2
    assert answer.count("You wrote it. Somebody else has to publish it.") == 2
    assert "2 rows published." in press(Form(nora, address), "publish")
    live = Restaurant.objects.filter(status="live").values_list("cuisine", flat=True)
    assert set(live) == {"French", "Roman", "Fusion"}
    assert "Nothing of this import waits any more." in Form(nora, address).text
    assert "data-draft-count" not in page_of(keeper, delivery)
    assert nora.post(address, {"action": "publish", "read": "7"}).status_code == 302


def test_a_long_import_is_read_in_pages_that_say_what_speaks_against_a_draft(
    keeper: Client,
    nora: Client,
    mohegan: Property,
    ballo: Restaurant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factories.RestaurantFactory.create(property=mohegan, name="Sushi", slug="sushi")
    lines = (BALLO, NEW, "Sushi;sushi;live;Menu;2;Fusion")
    delivery = import_table(keeper, mohegan, *lines)
    yesterday = timezone.now() - timedelta(days=1)
    Restaurant.objects.filter(pk=ballo.pk).update(cuisine="Greek", valid_to=yesterday)
    Item.objects.filter(slug="tuscany").update(valid_to=yesterday)
    address = f"{ADDRESS}{delivery.pk}/drafts/"
    query_counts = []
    for count in (1, 2):
        monkeypatch.setattr(import_approval_views, "MOST_SHOWN", count)
        with CaptureQueriesContext(db.connection) as queries:
            nora.get(address)
        query_counts.append(len(queries))
    assert query_counts[0] == query_counts[1]
    page, last = Form(nora, address), Form(nora, f"{address}?page=2").text
    assert "Rows 1 to 2 of 3." in page.text
    assert "takes those of the draft: cuisine." in page.text
    assert page.text.count("data-ended") == last.count("data-ended") == 1
    assert ("New: " in page.text, "New: " in last) == (False, True)
    assert "Approve and publish 2 rows now" in page.text
    answer = nora.post(address, {**page.values, "action": "publish"}, follow=True)
    assert "2 rows published." in answer.content.decode()
    assert Restaurant.objects.get(slug="sushi").cuisine == "Fusion"
    assert Item.objects.get(slug="tuscany").status == "draft"


def test_undoing_a_table_that_waits_leaves_what_was_there(
    keeper: Client, mohegan: Property, ballo: Restaurant, sams_account: User
) -> None:
    Form(keeper, f"{LIST}{ballo.pk}/change/").fill(dress_code="Casual").send()
    first = import_table(keeper, mohegan, BALLO, NEW)
    again = import_table(keeper, mohegan, BALLO, NEW)
    assert {row["outcome"] for row in again.results} >= {"same"}
    draft = row_drafts.of(ballo.pk)
    assert draft
    both = draft.content["fields"]
    assert (both["cuisine"], both["dress_code"]) == ("French", "Casual")
    assert "2 rows of" in page_of(keeper, first, "undo/")
    assert "2 rows restored." in undo(keeper, first)
    assert not Item.objects.filter(slug="tuscany").exists()
    draft = row_drafts.of(ballo.pk)
    assert draft
    assert draft.by == sams_account
    fields = draft.content["fields"]
    assert (fields["cuisine"], fields["dress_code"]) == ("Italian", "Casual")
    changed = import_table(keeper, mohegan, BALLO)
    form = Form(keeper, f"{LIST}{ballo.pk}/change/?draft")
    form.fill(dress_code="Jacket").send()
    assert "has changed its draft since." in undo(keeper, changed)
    discarded = import_table(keeper, mohegan, "Ballo;ballo;live;Menu;2;Thai")
    act(keeper, ballo, "discard")
    assert "Its draft was discarded since." in undo(keeper, discarded)


def test_a_table_takes_back_what_a_table_has_changed(
    keeper: Client, nora: Client, mohegan: Property, ballo: Restaurant
) -> None:
    live = "Ballo;ballo;live;Menu;2;Italian"
    import_table(keeper, mohegan, live)  # so that only the cuisine changes
    handed_in(keeper, mohegan, "table.csv", table(live))
    back = Delivery.objects.latest("received_at")  # previewed, and accepted later
    act(nora, ballo, "approve")
    act(nora, ballo, "publish")
    first = import_table(keeper, mohegan, BALLO)
    act(nora, ballo, "approve")
    at = timezone.now() + timedelta(days=1)
    draft_page.press(
        nora, ballo.pk, "schedule", publish_at=at.strftime("%Y-%m-%dT%H:%M")
    )
    shown = handed_in(keeper, mohegan, "table.csv", table(live)).content.decode()
    assert "Cuisine: <del>French</del> <ins>Italian</ins>" in shown
    keeper.post(f"{ADDRESS}{back.pk}/apply/")
    deliveries.apply(back.pk)
    assert row_drafts.of(ballo.pk) is None
    page = nora.get(f"/admin/rows/{ballo.pk}/draft/").content.decode()
    assert "says again what guests see, so the draft of sam is gone" in page
    assert "data-draft-count" not in page_of(keeper, back)
    assert "1 row restored." in undo(keeper, back)
    draft = row_drafts.of(ballo.pk)
    assert draft
    assert str(draft.approved_by) == "nora"
    assert draft.publish_at
    assert draft.delivery == first
    again = import_table(keeper, mohegan, "Ballo;ballo;live;Menu;3;French")
    assert draft_page.read(nora, ballo.pk)
    assert "1 row restored." in undo(keeper, again)
    assert "1 row restored." in undo(keeper, first)
    assert row_drafts.of(ballo.pk) is None
    # What a person has drafted is not what a table has changed.
    Form(nora, f"{LIST}{ballo.pk}/change/").fill(cuisine="Thai").send()
    import_table(keeper, mohegan, "Ballo;ballo;live;Menu;3;Italian")
    import_table(keeper, mohegan, live)
    draft = row_drafts.of(ballo.pk)
    assert draft
    fields = draft.content["fields"]
    assert (fields["cuisine"], fields["price_band"]) == ("Thai", 2)
    assert "You wrote it." in act(nora, ballo, "approve")


@pytest.mark.parametrize(
    ("origin", "name"), [("sheet", "Google Sheet"), ("webhook", "Webhook")]
)
def test_what_no_person_wrote_says_where_it_comes_from_and_anybody_approves_it(
    keeper: Client, mohegan: Property, ballo: Restaurant, origin: str, name: str
) -> None:
    rows = [
        {"name": "Ballo", "cuisine": "French"},
        {"name": "Tuscany", "status": "live", "price_band": "2", "cuisine": "Roman"},
    ]
    delivery, _ = deliveries.receive(uuid4(), mohegan, "restaurants", rows, origin)
    deliveries.apply(delivery.pk)
    tuscany = Item.objects.get(slug="tuscany")
    listed = " ".join(keeper.get("/admin/drafts/").content.decode().split())
    assert listed.count(f"changed by an import ({name}) on") == 2
    page = keeper.get(f"/admin/rows/{ballo.pk}/draft/").content.decode()
    assert f"Changed by an import ({name}) on" in page
    assert "anybody who may change Ballo can approve it" in page
    held = keeper.get(f"/admin/rows/{tuscany.pk}/draft/").content.decode()
    assert f"Written by an import ({name})." in held
    assert "Approved." in act(keeper, ballo, "approve")
    press_action(keeper, LIST, "publish", tuscany.pk)
    tuscany.refresh_from_db()
    assert tuscany.status == "live"


@pytest.mark.django_db(transaction=True)
def test_an_import_loses_nothing_that_a_colleague_saves_meanwhile(
    mohegan: Property, ballo: Restaurant
) -> None:
    FeatureFlag.objects.all().delete()
    sushi = factories.RestaurantFactory.create(
        property=mohegan, name="Sushi Bar", slug="sushi"
    )
    names = ("Sushi Bar", "Ballo")
    rows = [{"name": name, "cuisine": "French"} for name in names]
    delivery, _ = deliveries.receive(uuid4(), mohegan, "restaurants", rows, "sheet")
    with _begun(lambda: deliveries.apply(delivery.pk), save=ballo) as outcome:
        # Rows are locked in one order, so that nobody waits for each other.
        Item.objects.select_for_update(no_key=True, nowait=True).get(pk=sushi.pk)
    assert outcome.result(30) == "applied"
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Casual")
    ballo.price_band = 2
    delivery.refresh_from_db()
    with _begun(lambda: deliveries.undo(delivery, None), save=ballo) as undone:
        versions.record(ballo.pk, None, Version.Reason.SAVED)
    assert list(undone.result(30).skipped) == ["Ballo"]
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.price_band) == ("French", 2)


@contextmanager
def _begun(act: Callable[[], Any], save: Restaurant) -> Iterator[Future[Any]]:
    """An act that waits until a colleague's save is committed, after the block."""

    def run() -> Any:
        try:
            return act()
        finally:
            db.connections.close_all()

    with ThreadPoolExecutor(1) as threads, transaction.atomic():
        save.dress_code = "Casual"
        save.save()
        outcome = threads.submit(run)
        while not _somebody_waits():
            assert not outcome.done()
        yield outcome


def _somebody_waits() -> bool:
    """For a lock of this test's database."""
    with db.connection.cursor() as cursor:
        cursor.execute("select pg_stat_clear_snapshot()")
        cursor.execute(
            "select exists (select from pg_stat_activity "
            "where wait_event_type = 'Lock' and datname = current_database())"
        )
        [is_waiting] = cursor.fetchone()
    return bool(is_waiting)


def test_a_table_changes_no_row_that_waits_to_be_deleted(
    keeper: Client, mohegan: Property, ballo: Restaurant
) -> None:
    keeper.post(f"{LIST}{ballo.pk}/delete/", {"post": "yes"})
    page = handed_in(keeper, mohegan, "table.csv", table(BALLO)).content.decode()
    assert "It waits to be deleted. Publish or discard that first." in page


def test_who_wrote_what_a_table_was_added_to_does_not_approve_it(
    keeper: Client, nora: Client, mohegan: Property, ballo: Restaurant
) -> None:
    Form(nora, f"{LIST}{ballo.pk}/change/").fill(dress_code="Casual").send()
    import_table(keeper, mohegan, BALLO)
    import_table(keeper, mohegan, "Ballo;ballo;live;Menu;2;Thai")
    assert "You wrote it." in act(nora, ballo, "approve")
    draft = row_drafts.of(ballo.pk)
    assert draft
    assert draft.approved_by is None


def test_a_new_row_with_a_draft_is_read_and_published_on_its_own_page(
    keeper: Client, nora: Client, mohegan: Property, ballo: Restaurant
) -> None:
    delivery = import_table(keeper, mohegan, BALLO, NEW)
    tuscany = Item.objects.get(slug="tuscany")
    Form(keeper, f"{LIST}{tuscany.pk}/change/").fill(dress_code="Jacket").send()
    assert row_drafts.of(tuscany.pk)
    act(nora, ballo, "approve")
    at = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    draft_page.press(nora, ballo.pk, "schedule", publish_at=at)
    page = page_of(nora, delivery, "drafts/")
    assert "has a draft, which is read on its own page" in page
    assert "To be published on" in page
    assert 'name="action"' not in page
    assert "Nothing of this import waits" not in page
    nora.post(f"{ADDRESS}{delivery.pk}/drafts/", {"action": "publish", "read": "{}"})
    assert row_drafts.of(ballo.pk)
    act(nora, tuscany, "approve")
    act(nora, tuscany, "publish")
    tuscany.refresh_from_db()
    assert tuscany.status == "live"
    assert Restaurant.objects.get(pk=tuscany.pk).dress_code == "Jacket"
