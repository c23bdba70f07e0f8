"""Sam's open form does not overwrite what an import or Nora has changed since."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client

from apps.catalog.models import Restaurant
from apps.properties.models import FeatureFlag, Property
from apps.staff.drafts import row_drafts
from apps.staff.intake import deliveries
from apps.staff.models import RowDraft
from tests import draft_page, factories
from tests.admin_form import Form


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    row: Restaurant = factories.RestaurantFactory.create(
        property=mohegan,
        name="Ballo",
        slug="ballo",
        cuisine="Italian",
        dress_code="Smart casual",
        hours=["4-5 17:00-22:00"],
    )
    return row


@pytest.fixture
def nora() -> Client:
    client = Client()
    client.force_login(
        factories.StaffFactory.create(username="nora", is_superuser=True)
    )
    return client


def form_of(client: Client, row: Restaurant, query: str = "") -> Form:
    return Form(client, f"/admin/catalog/restaurant/{row.pk}/change/{query}")


def browser_text(form: Form) -> dict[str, str]:
    """Texts as browsers send them, with other line ends than are stored."""
    texts = {name: value for name, value in form.values.items() if "\n" in value}
    return {name: "\r\n".join(own.splitlines()) for name, own in texts.items()}


def shown(form: Form) -> str:
    return " ".join(form.text.split())


def conflict_of(form: Form) -> str:
    return shown(form).partition("data-conflict")[2].partition("</section>")[0]


def test_an_open_form_does_not_overwrite_what_an_import_has_changed(
    sam: Client, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo)
    friday = form.row_of("hours", weekday=4)
    form.fill(dress_code="Elegant", **{f"hours__{friday}__closes_at": "23:15"})
    form.add_row("hours_exceptions", first_day="2026-12-24", closed="on", note="Eve")
    row = {"slug": "ballo", "cuisine": "French", "hours": "Fri 18:00-21:00"}
    delivery, _ = deliveries.receive(
        uuid4(), ballo.property, "restaurants", [row], "sheet"
    )
    deliveries.apply(delivery.pk)
    assert not form.send().is_saved
    page = shown(form)
    assert "An import changed Ballo since you opened this form" in page
    assert "Italian</del> <ins" in page
    assert "Friday 6:00 PM to 9:00 PM" in page
    assert "Friday, 5:00 PM, 23:15" in page
    # What he typed, and what he did not touch as it is now.
    expected = {"dress_code": "Elegant", "cuisine": "French"}
    assert {name: form.values[name] for name in expected} == expected
    assert form.values["hours_exceptions-0-note"] == "Eve"
    assert form.values[f"hours-{form.row_of('hours', weekday=4)}-closes_at"] == (
        "9:00 PM"
    )
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Smart casual")
    assert form.send().is_saved
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Elegant")
    assert [f"{own.closes_at:%H:%M}" for own in ballo.hours.all()] == ["21:00"]
    assert ballo.hours_exceptions.get().note == "Eve"


def test_an_open_form_does_not_overwrite_what_a_colleague_has_saved(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    first = form_of(sam, ballo).fill(cuisine="Greek", _draft="1")
    form_of(nora, ballo).fill(cuisine="French", minimum_age="21").send()
    assert not first.send().is_saved
    assert "nora changed Ballo since" in shown(first)
    assert (first.values["cuisine"], first.values["minimum_age"]) == ("Greek", "21")
    assert not RowDraft.objects.exists()
    # A state that no form of ours tells, as from before there was any.
    unknown = form_of(sam, ballo).fill(dress_code="Elegant", _read="")
    assert not unknown.send().is_saved
    assert "Ballo may have changed since" in shown(unknown)
    assert unknown.values["dress_code"] == "Elegant"


def test_an_open_form_does_not_replace_the_draft_of_a_colleague(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)
    opened_before = form_of(sam, ballo).fill(dress_code="Elegant")
    form_of(nora, ballo).fill(cuisine="French").send()
    assert not opened_before.send().is_saved
    page = shown(opened_before)
    assert "nora changed the draft of Ballo since" in page
    assert "Italian</del> <ins" in page
    continued = form_of(sam, ballo, "?draft").fill(dress_code="Elegant")
    form_of(nora, ballo, "?draft").fill(cuisine="Greek").send()
    assert not continued.send().is_saved
    assert continued.values["dress_code"] == "Elegant"
    draft_page.press(nora, ballo.pk, "discard")
    assert not continued.send().is_saved
    assert "The draft of Ballo was published or discarded since" in shown(continued)
    assert continued.values["dress_code"] == "Elegant"
    assert not RowDraft.objects.exists()


def test_it_shows_what_nobody_has_typed_as_it_is_now(
    sam: Client, nora: Client, ballo: Restaurant, foxwoods: Property
) -> None:
    Restaurant.objects.update(
        details="One room.\nAnother room.",
        valid_to=datetime(2026, 11, 1, 20, 30, 12, 5, tzinfo=UTC),
    )
    form = form_of(sam, ballo).fill(dress_code="Elegant", picture_alt="A new picture")
    form.fill(**browser_text(form), **{"picture-clear": "on"})
    until = {"valid_to_0": "2027-12-31", "valid_to_1": "8:00 PM"}
    theirs = form_of(nora, ballo).fill(details="One room.", **until)
    assert theirs.fill(property=foxwoods.pk).send().is_saved
    assert not form.send().is_saved
    page = shown(form)
    assert f"Ballo was moved to {foxwoods.name} since" in page
    assert "Choose the picture again" in page
    expected = {**until, "property": str(foxwoods.pk), "picture_alt": ""}
    assert {name: form.values[name] for name in expected} == expected
    assert form.values["details"].strip() == "One room."
    assert form.values["dress_code"] == "Elegant"
    assert form.fill(**browser_text(form)).send().is_saved
    ballo.refresh_from_db()
    assert (ballo.details, ballo.property) == ("One room.", foxwoods)


def test_of_hours_it_lists_what_somebody_has_changed(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo).fill(dress_code="Elegant", _draft="1")
    theirs = form_of(nora, ballo)
    friday = theirs.row_of("hours", weekday=4)
    assert theirs.fill(**{f"hours__{friday}__closes_at": "23:15"}).send().is_saved
    assert not form.send().is_saved
    conflict = conflict_of(form)
    assert "Friday 5:00 PM to 11:15 PM" in conflict
    assert "Saturday" not in conflict
    assert "The form that you sent" not in conflict
    assert form.send().is_saved
    continued = form_of(sam, ballo, "?draft")
    saturday = continued.row_of("hours", weekday=5)
    continued.fill(**{f"hours__{saturday}__closes_at": "1:15 AM"})
    form_of(nora, ballo, "?draft").fill(cuisine="Greek").send()
    assert not continued.send().is_saved
    conflict = conflict_of(continued)
    assert "Saturday, 5:00 PM, 1:15 AM" in conflict
    assert "Friday" not in conflict


def test_it_tells_of_the_draft_beside_a_row_that_has_changed(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo).fill(dress_code="Elegant")
    form_of(nora, ballo).fill(cuisine="Greek").send()
    form_of(nora, ballo).fill(minimum_age="21", _draft="1").send()
    assert not form.fill(_draft="1").send().is_saved
    page = shown(form)
    assert "nora changed Ballo since" in page
    assert "nora changed the draft of Ballo since" in page
    assert "Minimum age in the draft" in page
    # A faulty field does not renew what the form says that it has read.
    read_before_draft = form_of(sam, ballo).fill(dress_code="Elegant", as_of="never")
    form_of(nora, ballo, "?draft").fill(minimum_age="18").send()
    assert not read_before_draft.send().is_saved
    assert "data-conflict" not in read_before_draft.text
    read_before_draft.fill(as_of="2026-11-01", _draft="1")
    assert not read_before_draft.send().is_saved
    assert "nora changed the draft of Ballo since" in shown(read_before_draft)
    assert RowDraft.objects.get().content["fields"]["minimum_age"] == 18


def test_a_form_of_a_draft_never_saves_the_row_itself(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    form_of(nora, ballo).fill(cuisine="French", _draft="1").send()
    continued = form_of(sam, ballo, "?draft").fill(dress_code="Elegant")
    RowDraft.objects.update(publish_at=datetime(2027, 1, 1, 18, tzinfo=UTC))
    assert not continued.send().is_saved
    assert "was given a time, Jan. 1, 2027" in shown(continued)
    draft_page.press(nora, ballo.pk, "publish")
    assert not continued.send().is_saved
    assert "The draft of Ballo was published or discarded since" in shown(continued)
    assert continued.send().is_saved
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Smart casual")
    assert RowDraft.objects.get().content["fields"]["dress_code"] == "Elegant"
    RowDraft.objects.all().delete()
    opened_before = form_of(sam, ballo).fill(dress_code="Black tie", _draft="1")
    row_drafts.ask_to_delete(ballo, None)
    assert not opened_before.send().is_saved
    assert "Somebody asked to delete Ballo since" in shown(opened_before)
