"""Sam sees what a row was, who changed it, and has it back."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from apps.catalog.models import Item, Performance, Restaurant, Tower, Venue
from apps.knowledge.models import Passage
from apps.properties.models import Property
from apps.staff.history import versions
from apps.staff.intake import deliveries
from apps.staff.models import Delivery, Version
from tests import factories
from tests.admin_form import Form
from tests.factories import ItemFactory

pytestmark = pytest.mark.slow

HOURS = ["4-5 17:00-22:00"]


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    row: Restaurant = factories.RestaurantFactory.create(
        name="Ballo", slug="ballo", cuisine="Italian", hours=HOURS
    )
    row.hours_exceptions.create(first_day="2026-12-25", closed=True, note="Christmas")
    return row


def form_of(sam: Client, row: Restaurant) -> Form:
    return Form(sam, f"/admin/catalog/restaurant/{row.pk}/change/")


def history_of(sam: Client, row: Item) -> str:
    page = sam.get(f"/admin/catalog/{row.kind}/{row.pk}/history/", follow=True)
    return " ".join(page.content.decode().split())


def restore(sam: Client, version: Version) -> str:
    page = sam.post(f"/admin/history/{version.pk}/restore/", follow=True)
    return page.content.decode()


def test_it_shows_an_exception_of_the_hours_in_words(
    sam: Client, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo)
    form.add_row("hours_exceptions", first_day="2026-12-24", closed="on", note="Eve")
    assert form.send().is_saved
    page = history_of(sam, ballo)
    assert "Eve, closed, Dec. 24, 2026<" in page


def test_it_shows_what_changed_and_who_did_it(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo)
    day = form.row_of("hours", weekday=4)
    form.fill(**{"cuisine": "French", f"hours__{day}__closes_at": "23:00"}).send()
    page = history_of(sam, ballo)
    assert page.count("data-version") == 2
    assert f"Saved by {sams_account}" in page
    assert "Italian</del>" in page
    assert "French</ins>" in page
    assert "Friday 5:00 PM to 11:00 PM" in page


@pytest.mark.parametrize("kind", factories.ITEM_FACTORIES)
def test_it_shows_the_empty_history_of_a_row_that_nobody_edited(
    sam: Client, kind: type[ItemFactory[Item]]
) -> None:
    row = kind.create()
    model = type(row)._meta.model_name
    page = sam.get(f"/admin/catalog/{model}/{row.pk}/history/", follow=True)
    assert page.status_code == 200
    assert "This row has no changes yet" in page.content.decode()


def test_a_row_is_as_it_was_with_its_hours(sam: Client, ballo: Restaurant) -> None:
    form = form_of(sam, ballo)
    day = form.row_of("hours", weekday=4)
    form.fill(**{"cuisine": "French", f"hours__{day}__closes_at": "23:00"}).send()
    initial = Version.objects.get(reason="initial")
    assert "was restored" in restore(sam, initial)
    ballo.refresh_from_db()
    assert ballo.cuisine == "Italian"
    assert {f"{one.closes_at:%H:%M}" for one in ballo.hours.all()} == {"22:00"}
    assert ballo.hours_exceptions.get().note == "Christmas"
    assert Passage.objects.filter(item=ballo, text__contains="Italian").exists()


def test_a_deleted_row_comes_back(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    page_before = sam.get(
        f"/admin/catalog/restaurant/{ballo.pk}/delete/"
    ).content.decode()
    assert "It can be undone" in page_before
    sam.post(f"/admin/catalog/restaurant/{ballo.pk}/delete/", {"post": "yes"})
    assert not Restaurant.objects.exists()
    assert "Ballo" in sam.get("/admin/staff/version/").content.decode()
    restore(sam, Version.objects.filter(reason="deleted").get())
    row = Restaurant.objects.get()
    assert (row.pk, row.name, row.hours.count()) == (ballo.pk, "Ballo", 2)
    assert f"Restored by {sams_account}" in history_of(sam, ballo)


def test_what_a_deleted_row_takes_along_can_be_restored(
    sam: Client, mohegan: Property
) -> None:
    tower = factories.TowerFactory.create(property=mohegan, slug="sky")
    room = factories.RoomFactory.create(property=mohegan, in_tower=tower)
    question = factories.FaqEntryFactory.create(
        property=mohegan, about=Item.objects.get(pk=tower.pk)
    )
    sam.post(f"/admin/catalog/tower/{tower.pk}/delete/", {"post": "yes"})
    for row in (tower, question):
        restore(sam, Version.objects.get(item=row.pk, reason="deleted"))
    question.refresh_from_db()
    assert question.about_id == tower.pk
    restore(sam, Version.objects.get(item=room.pk, reason="initial"))
    room.refresh_from_db()
    assert room.in_tower_id == tower.pk


def test_it_shows_times_on_the_clock_of_the_resort(
    sam: Client, mohegan: Property
) -> None:
    show = factories.ShowFactory.create(property=mohegan)
    Performance.objects.all().delete()
    versions.record_initial(show.pk)
    show.valid_to = datetime(2027, 1, 10, 1, 0, tzinfo=UTC)
    show.save()
    Performance.objects.create(
        show=show, starts_at=datetime(2027, 1, 9, 1, 0, tzinfo=UTC)
    )
    versions.record(show.pk, None, Version.Reason.SAVED)
    Version.objects.update(at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC))
    page = history_of(sam, show)
    for moment in (
        "Jan. 9, 2027, 8:00 PM",
        "Jan. 8, 2027, 8:00 PM",
        "Nov. 20, 2026, 6:30 PM",
    ):
        assert moment in page
    assert "T01:00:00" not in page


def test_what_cannot_be_restored_is_said_and_changes_nothing(
    sam: Client, ballo: Restaurant
) -> None:
    form_of(sam, ballo).fill(slug="ballo-new").send()
    factories.RestaurantFactory.create(name="Other", slug="ballo")
    page = restore(sam, Version.objects.get(reason="initial"))
    assert "Another row of this kind has this slug" in page
    ballo.refresh_from_db()
    assert ballo.slug == "ballo-new"


def test_a_save_that_changes_nothing_is_no_version(
    sam: Client, ballo: Restaurant
) -> None:
    form_of(sam, ballo).send()
    assert Version.objects.count() == 1


def handed_in(mohegan: Property, by: User, *rows: dict[str, str]) -> Delivery:
    tried = deliveries.preview(mohegan, "restaurants", list(rows), by)
    assert not Version.objects.exists()
    deliveries.accept(tried.pk)
    deliveries.apply(tried.pk)
    tried.refresh_from_db()
    return tried


def test_a_table_is_undone_but_for_what_changed_since(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    factories.RestaurantFactory.create(name="Tuscany", slug="tuscany", cuisine="Tuscan")
    table = handed_in(
        ballo.property,
        sams_account,
        {"slug": "ballo", "cuisine": "Greek", "hours": "mon 10:00-11:00"},
        {"slug": "tuscany", "cuisine": "Greek"},
        {"name": "Pepe's", "cuisine": "Greek", "price_band": "1"},
    )
    assert (table.state, table.processed_count) == ("applied", 3)
    tuscany = Restaurant.objects.get(slug="tuscany")
    form_of(sam, tuscany).fill(cuisine="Spanish").send()
    page_before = sam.get(f"/admin/import/{table.pk}/undo/").content.decode()
    assert "2 rows of Mohegan Sun would be as before" in page_before
    assert f"Tuscany: {sams_account} has changed it since." in page_before
    assert Restaurant.objects.get(slug="ballo").cuisine == "Greek"
    page = sam.post(f"/admin/import/{table.pk}/undo/", follow=True).content.decode()
    assert "2 rows restored" in page
    assert "Tuscany was not restored" in page
    cuisines = dict(Restaurant.objects.values_list("slug", "cuisine"))
    assert cuisines == {"ballo": "Italian", "tuscany": "Spanish"}
    ballo.refresh_from_db()
    assert ballo.hours.count() == 2
    history = sam.get(f"/admin/history/{ballo.pk}/").content.decode()
    assert "Import undone" in history
    assert "Restored" not in history
    again = sam.post(f"/admin/import/{table.pk}/undo/", follow=True).content.decode()
    assert "nothing to undo" in again


def test_an_undo_leaves_a_row_that_others_refer_to(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    [hall, tower] = [
        deliveries.preview(mohegan, category, [row], sams_account)
        for category, row in (
            ("venues", {"name": "Town Hall", "sort": "Arena"}),
            ("towers", {"name": "Water Tower"}),
        )
    ]
    for table in (hall, tower):
        deliveries.accept(table.pk)
        assert deliveries.apply(table.pk) == "applied", table.results
    venue = Venue.objects.get(slug="town-hall")
    factories.ShowFactory.create(property=mohegan, name="Ruby Vance", at_venue=venue)
    room = factories.RoomFactory.create(
        property=mohegan, name="Loft", in_tower=Tower.objects.get(slug="water-tower")
    )
    for table, name, user in (
        (hall, "Town Hall", "Ruby Vance"),
        (tower, "Water Tower", "Loft"),
    ):
        page_before = sam.get(f"/admin/import/{table.pk}/undo/").content.decode()
        assert f"{name}: “{user}” refers to it." in page_before
        page = sam.post(f"/admin/import/{table.pk}/undo/", follow=True)
        assert f"{name} was not restored" in page.content.decode()
    room.refresh_from_db()
    assert room.in_tower is not None


def test_a_long_table_is_applied_in_steps_that_are_kept(
    mohegan: Property, sams_account: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "CHUNK", 2)
    rows = [
        {"name": f"Place {n}", "cuisine": "Any", "price_band": "1"} for n in range(5)
    ]
    table = handed_in(mohegan, sams_account, *rows)
    assert (table.processed_count, len(table.results), table.state) == (5, 5, "applied")
    assert [one["number"] for one in table.results] == [1, 2, 3, 4, 5]


def picture() -> SimpleUploadedFile:
    content = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(content, "PNG")
    return SimpleUploadedFile("ballo.png", content.getvalue(), "image/png")


def test_a_picture_needs_words_and_is_shown_with_them(
    sam: Client, alice: Client, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo)
    refused = sam.post(form.address, {**form.values, "picture": picture()})
    assert "Say what the picture shows" in refused.content.decode()
    named = {**form.values, "picture": picture(), "picture_alt": "A bar"}
    assert sam.post(form.address, named).status_code == 302
    ballo.refresh_from_db()
    assert 'alt="A bar"' in sam.get("/admin/catalog/restaurant/").content.decode()
    shown = alice.get(ballo.picture.url)
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/png")
    text = SimpleUploadedFile("evil.svg", b"<svg onload='x()'/>", "image/svg+xml")
    form = form_of(sam, ballo)
    refused = sam.post(form.address, {**form.values, "picture": text})
    assert "valid image" in refused.content.decode()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.eps", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n"),
        ("a.png", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n"),
        ("a.eps", picture().read()),
    ],
)
def test_a_picture_is_one_that_browsers_show(
    sam: Client, ballo: Restaurant, name: str, content: bytes
) -> None:
    """PostScript is a program, and was served to guests as it came."""
    form = form_of(sam, ballo)
    file = SimpleUploadedFile(name, content, "image/png")
    named = {**form.values, "picture": file, "picture_alt": "A bar"}
    assert "PNG, JPEG, WebP or GIF" in sam.post(form.address, named).content.decode()
    ballo.refresh_from_db()
    assert not ballo.picture


def test_nobody_reads_the_history_of_another_property(
    sam: Client, sams_account: User, ballo: Restaurant, foxwoods: Property
) -> None:
    form_of(sam, ballo).fill(cuisine="French").send()
    factories.assign(sams_account, foxwoods)
    version = Version.objects.get(reason="initial")
    assert sam.get(f"/admin/history/{ballo.pk}/").status_code == 403
    assert sam.post(f"/admin/history/{version.pk}/restore/").status_code in {403, 404}
