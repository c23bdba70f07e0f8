"""Sam changes a row beside the live one, and publishes it when it is ready."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item, Restaurant
from apps.properties.models import FeatureFlag, Property
from apps.staff.drafts import scheduled_drafts
from apps.staff.models import Job, RowComment, RowDraft, Version
from apps.staff.playground import trial
from tests import draft_page, factories
from tests.admin_form import Form, press_action

LIST = "/admin/catalog/restaurant/"


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
def nora(mohegan: Property) -> Client:
    """A colleague who may change rows."""
    user = factories.StaffFactory.create(username="nora", is_superuser=True)
    client = Client()
    client.force_login(user)
    return client


def form_of(sam: Client, row: Item, query: str = "") -> Form:
    return Form(sam, f"{LIST}{row.pk}/change/{query}")


def page_of(sam: Client, row: Item) -> str:
    return " ".join(sam.get(f"/admin/rows/{row.pk}/draft/").content.decode().split())


def history_of(client: Client, row: Item) -> str:
    return client.get(f"/admin/history/{row.pk}/").content.decode()


def act(sam: Client, row: Item, action: str, **values: Any) -> str:
    return draft_page.press(sam, row.pk, action, **values)


def save_draft(sam: Client, row: Item, query: str = "", **values: Any) -> Form:
    form = form_of(sam, row, query).fill(_draft="1", **values)
    sam.post(form.address, form.values, follow=True)
    return form


def test_a_draft_changes_nothing_until_it_is_published(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    form = form_of(sam, ballo)
    day = form.row_of("hours", weekday=4)
    save_draft(sam, ballo, cuisine="French", **{f"hours__{day}__closes_at": "23:00"})
    ballo.refresh_from_db()
    assert ballo.cuisine == "Italian"
    assert {f"{row.closes_at:%H:%M}" for row in ballo.hours.all()} == {"22:00"}
    assert not Version.objects.exists()
    page = page_of(sam, ballo)
    assert "Italian</del> <ins" in page
    assert "Friday 5:00 PM to 11:00 PM" in page
    assert "Published." in act(sam, ballo, "publish")
    ballo.refresh_from_db()
    assert ballo.cuisine == "French"
    assert {f"{row.closes_at:%H:%M}" for row in ballo.hours.all()} == {"22:00", "23:00"}
    newest = Version.objects.first()
    assert newest
    assert (newest.reason, newest.by) == ("publish", sams_account)
    assert not RowDraft.objects.exists()


def test_a_draft_is_continued_with_its_new_hours(
    sam: Client, ballo: Restaurant
) -> None:
    day = form_of(sam, ballo).row_of("hours", weekday=4)
    save_draft(sam, ballo, cuisine="French", **{f"hours__{day}__closes_at": "23:00"})
    continued = form_of(sam, ballo, "?draft")
    assert continued.values["cuisine"] == "French"
    assert continued.values[f"hours-{day}-closes_at"] == "11:00 PM"
    save_draft(sam, ballo, "?draft", dress_code="Casual")
    act(sam, ballo, "publish")
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Casual")
    assert ballo.hours.count() == 2


def test_what_others_change_meanwhile_is_kept_and_told(
    sam: Client, ballo: Restaurant
) -> None:
    save_draft(sam, ballo, cuisine="French")
    form_of(sam, ballo).fill(cuisine="Greek", dress_code="Casual").send()
    assert "publishing takes those of the draft: cuisine." in page_of(sam, ballo)
    act(sam, ballo, "publish")
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Casual")


def test_what_a_colleague_changes_in_the_live_form_is_added_to_the_draft(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    save_draft(sam, ballo, cuisine="French")
    form = form_of(nora, ballo).fill(_draft="1", dress_code="Casual")
    page = nora.post(form.address, form.values, follow=True).content.decode()
    assert "Added to the draft that waited." in page
    fields = RowDraft.objects.get().content["fields"]
    assert (fields["cuisine"], fields["dress_code"]) == ("French", "Casual")
    act(sam, ballo, "publish")
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Casual")


def test_a_draft_with_a_fault_is_not_kept(sam: Client, ballo: Restaurant) -> None:
    form = form_of(sam, ballo).fill(_draft="1", name="=Ballo")
    page = sam.post(form.address, form.values).content.decode()
    assert "A name may not begin with" in page
    assert not RowDraft.objects.exists()


def test_a_draft_that_changes_nothing_is_none(sam: Client, ballo: Restaurant) -> None:
    save_draft(sam, ballo, cuisine="French")
    save_draft(sam, ballo, "?draft", cuisine="Italian")
    assert not RowDraft.objects.exists()
    assert "There is no draft." in page_of(sam, ballo)


def test_the_playground_asks_the_draft(sam: Client, ballo: Restaurant) -> None:
    save_draft(sam, ballo, cuisine="Georgian")
    assert f"?property={ballo.property_id}&amp;drafts=on" in page_of(sam, ballo)
    trial.publish_drafts(ballo.property)
    ballo.refresh_from_db()
    assert ballo.cuisine == "Georgian"


def test_a_draft_is_published_at_its_time(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    save_draft(sam, ballo, cuisine="French")
    assert "still to come" in act(sam, ballo, "schedule", publish_at="2020-01-01T10:00")
    page = page_of(sam, ballo)
    assert "Publish at (New York time)" in page
    assert f'href="{LIST}{ballo.pk}/change/">To the row: Ballo' in page
    at = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    assert "at its time" in act(nora, ballo, "schedule", publish_at=at)
    assert "nora scheduled the draft of sam for " in history_of(sam, ballo)
    assert scheduled_drafts.publish_due(timezone.now()) == 0
    assert scheduled_drafts.publish_due(timezone.now() + timedelta(days=2)) == 1
    ballo.refresh_from_db()
    assert ballo.cuisine == "French"
    history = history_of(sam, ballo)
    assert "Draft published by nora, " in history
    assert "The time that was set for it published the draft of sam (" in history


def test_a_draft_that_cannot_be_published_at_its_time_says_why(
    sam: Client, ballo: Restaurant
) -> None:
    save_draft(sam, ballo, slug="ballo-new")
    factories.RestaurantFactory.create(name="Other", slug="ballo-new")
    RowDraft.objects.update(publish_at=timezone.now())
    assert scheduled_drafts.publish_due(timezone.now() + timedelta(seconds=1)) == 0
    assert "Another row of this kind has this slug." in page_of(sam, ballo)
    assert RowDraft.objects.get().publish_at is None


def test_where_two_have_to_agree_nothing_goes_live_by_one(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)
    form_of(sam, ballo).fill(cuisine="French").send()
    assert "has to approve it first" in page_of(sam, ballo)
    assert "has to approve it first" in act(sam, ballo, "publish")
    assert "You wrote it." in act(sam, ballo, "approve")
    assert "Approved." in act(nora, ballo, "approve")
    form_of(sam, ballo, "?draft").fill(dress_code="Casual").send()
    assert "has to approve it first" in act(sam, ballo, "publish")
    act(nora, ballo, "approve")
    assert "Published." in act(sam, ballo, "publish")
    ballo.refresh_from_db()
    assert (ballo.cuisine, ballo.dress_code) == ("French", "Casual")
    playground = (
        f"/admin/playground/?property={ballo.property_id}&amp;row=Ballo&amp;question="
    )
    assert f"{playground}Tell+me+about+Ballo" in page_of(nora, ballo)
    history = history_of(sam, ballo)
    assert history.count("nora approved the draft of sam (") == 2
    assert "sam published the draft of sam (" in history


@pytest.mark.parametrize("is_newer", [True, False])
def test_nobody_invites_somebody_to_approve_the_own_draft(
    sam: Client, ballo: Restaurant, *, is_newer: bool
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)
    olga = invited_by(sam, ballo.property)
    why = "Your account was made by somebody who wrote this change."
    if is_newer:
        LogEntry.objects.all().delete()  # as where a command has made the account
        why = "Your account is newer than this change."
    form_of(sam, ballo).fill(cuisine="French").send()
    form = Form(sam, "/admin/catalog/tower/add/")
    form.fill(name="Earth Tower", source="Resort list", status="live").send()
    tower = Item.objects.get(name="Earth Tower")
    if is_newer:
        User.objects.filter(username="olga").update(date_joined=timezone.now())
    for row in (ballo, tower):
        assert why in page_of(olga, row)
    assert f"{why} Somebody else has to approve it." in act(olga, ballo, "approve")
    for _ in range(2):
        press_action(olga, "/admin/catalog/tower/", "publish", tower.pk)
        problem = Job.objects.latest("pk").problems[0][1]
        assert problem == f"{why} Somebody else has to publish it."
    assert not Item.objects.filter(pk=tower.pk, status="live").exists()
    waits = "Waits for a second person: somebody else has to approve it."
    assert waits in olga.get("/admin/drafts/").content.decode()


def invited_by(manager: Client, place: Property) -> Client:
    values = {"username": "olga", "role": "content", "properties": [place.pk]}
    manager.post("/admin/team/invite/", values)
    client = Client()
    client.force_login(User.objects.get(username="olga"))
    return client


def test_the_first_approval_stands(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)
    olga = Client()
    olga.force_login(factories.StaffFactory.create(username="olga", is_superuser=True))
    form_of(sam, ballo).fill(cuisine="French").send()
    read = draft_page.read(olga, ballo.pk)
    assert "Approved." in act(nora, ballo, "approve")
    page = draft_page.press_as_read(olga, ballo.pk, "approve", read)
    assert "It is approved already: nora approved the draft of sam (" in page
    assert str(RowDraft.objects.get().approved_by) == "nora"


def test_only_what_was_read_is_approved_published_or_discarded(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)

    def press(client: Client, action: str, read: str) -> str:
        return draft_page.press_as_read(client, ballo.pk, action, read)

    form_of(sam, ballo).fill(cuisine="French").send()
    before = draft_page.read(nora, ballo.pk)
    form_of(sam, ballo, "?draft").fill(dress_code="Casual").send()
    for action in ("approve", "discard"):
        for stale in (before, ""):
            assert "while you read it. sam changed it last (" in press(
                nora, action, stale
            )
    assert RowDraft.objects.get().approved_by is None
    assert "Approved." in act(nora, ballo, "approve")
    before = draft_page.read(sam, ballo.pk)
    Restaurant.objects.update(cuisine="Greek")
    assert "was changed while you read it. sam changed it last (" in press(
        sam, "publish", before
    )
    act(nora, ballo, "discard")
    answer = press(sam, "publish", before)
    assert "There is no draft any more: nora discarded the draft of sam (" in answer
    assert "nora discarded the draft of sam (" in history_of(sam, ballo)
    assert Restaurant.objects.get().cuisine == "Greek"


def test_whoever_wrote_any_of_it_does_not_approve_it(
    sam: Client, nora: Client, mohegan: Property
) -> None:
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)
    olga = Client()
    olga.force_login(factories.StaffFactory.create(username="olga", is_superuser=True))
    form = Form(sam, "/admin/catalog/tower/add/")
    form.fill(name="Earth Tower", source="List", status="live").send()
    tower = Item.objects.get(name="Earth Tower")
    address = f"/admin/catalog/tower/{tower.pk}/change/"
    Form(nora, address).fill(summary="The old one.").send()
    Form(nora, f"{address}?draft").fill(place="By the river").send()
    Form(olga, f"{address}?draft").fill(summary="The newer one.").send()
    for client in (sam, nora, olga):
        assert "You wrote it." in act(client, tower, "approve")
    waits = "Waits for a second person: somebody else has to approve it."
    assert waits in nora.get("/admin/drafts/").content.decode()
    act(olga, tower, "discard")
    Form(olga, address).fill(summary="The newest one.").send()
    assert "Approved." in act(nora, tower, "approve")


def test_where_two_have_to_agree_a_new_row_waits(
    sam: Client, nora: Client, mohegan: Property
) -> None:
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)
    form = Form(sam, "/admin/catalog/tower/add/")
    form.fill(name="Earth Tower", source="Resort list", status="live")
    assert form.send().is_saved
    tower = Item.objects.get(name="Earth Tower")
    assert tower.status == Item.Status.DRAFT
    assert "data-ended" not in page_of(nora, tower)
    past = Item.objects.filter(pk=tower.pk)
    past.update(valid_to=timezone.now() - timedelta(days=1))
    assert "guests will not see it even once it is published" in page_of(nora, tower)
    past.update(valid_to=None)
    for client, status in ((sam, "draft"), (nora, "live")):
        press_action(client, "/admin/catalog/tower/", "publish", tower.pk)
        tower.refresh_from_db()
        assert tower.status == status
    assert "You wrote it." in Job.objects.order_by("pk")[0].problems[0][1]


def test_where_two_have_to_agree_a_row_that_guests_know_stays_until_then(
    sam: Client, nora: Client, ballo: Restaurant
) -> None:
    FeatureFlag.objects.create(property=ballo.property, key="second_person", is_on=True)
    sketch = factories.RestaurantFactory.create(name="Sketch", status="draft")
    delete = f"{LIST}{ballo.pk}/delete/"
    assert "A second person has to agree: Ballo" in sam.get(delete).content.decode()
    answer = sam.post(delete, {"post": "yes"}, follow=True).content.decode()
    assert "Ballo stays until somebody else agrees" in answer
    assert "To be deleted: asked for by" in page_of(sam, ballo)
    assert (
        "waits to be deleted already"
        in sam.post(delete, {"post": "yes"}, follow=True).content.decode()
    )
    assert "You wrote it." in act(sam, ballo, "approve")
    assert "has to approve it first" in act(sam, ballo, "publish")
    assert "Ballo stays." in act(sam, ballo, "discard")
    # Taking it off alone first opens no way around the second person.
    press_action(sam, LIST, "withdraw", ballo.pk)
    chosen = {
        "action": "delete_selected",
        "_selected_action": [ballo.pk, sketch.pk],
    }
    page = sam.get(delete).content.decode()
    assert "Service hours: Friday" in page
    for jargon in ("Embedding", "Passage", "Rows:", "Row:"):
        assert jargon not in page
    assert "agree: Ballo stays" in " ".join(
        sam.post(LIST, chosen).content.decode().split()
    )
    answer = sam.post(LIST, {**chosen, "post": "yes"}, follow=True).content.decode()
    assert f'href="/admin/history/{sketch.pk}/">bring Sketch back' in answer
    assert [row.name for row in Item.objects.all()] == ["Ballo"]
    assert "The row is to be deleted." in sam.get("/admin/drafts/").content.decode()
    assert "It can be deleted now." in act(nora, ballo, "approve")
    assert "Ballo is deleted." in act(nora, ballo, "publish")
    assert not Item.objects.exists()
    newest = Version.objects.filter(item=ballo.pk)[0]
    sam.post(f"/admin/history/{newest.pk}/restore/")
    assert Item.objects.get().name == "Ballo"


def test_staff_say_something_about_a_row(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    address = f"/admin/rows/{ballo.pk}/comment/"
    sam.post(address, {"text": "Is the <b>menu</b> new?"})
    page = page_of(sam, ballo)
    assert "Is the &lt;b&gt;menu&lt;/b&gt; new?" in page
    assert str(sams_account) in page
    sam.post(address, {"text": ""})
    assert RowComment.objects.count() == 1


def test_nobody_reads_or_changes_the_draft_of_another_property(
    sam: Client, sams_account: User, ballo: Restaurant, foxwoods: Property
) -> None:
    save_draft(sam, ballo, cuisine="French")
    factories.assign(sams_account, foxwoods)
    for path in ("draft/", "draft/publish/", "comment/"):
        address = f"/admin/rows/{ballo.pk}/{path}"
        send = sam.get if path == "draft/" else sam.post
        assert send(address).status_code in {403, 404}
    assert RowDraft.objects.count() == 1
