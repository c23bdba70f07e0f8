"""Sam writes on a row's form which questions its fields answer."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from apps.catalog.models import Amenity, Item
from apps.knowledge.models import Phrasing
from apps.properties.models import Property
from apps.staff.accounts import roles
from apps.staff.history import versions
from apps.staff.models import Version
from tests import factories
from tests.admin_form import Form
from tests.apps.knowledge.statements.ranks import rank

pytestmark = pytest.mark.slow

QUESTION = "Is there anywhere to leave my whippet?"


@pytest.fixture
def lodge(mohegan: Property) -> Amenity:
    return factories.AmenityFactory.create(
        property=mohegan, name="North Lodge", details="Boarding for companions."
    )


def form_of(sam: Client, row: Item) -> Form:
    return Form(sam, f"/admin/catalog/{row._meta.model_name}/{row.pk}/change/")


def add(form: Form, text: str = QUESTION, field: str = "details") -> Form:
    return form.add_row("phrasings", text=text, field=field).send()


def test_a_question_on_the_form_is_answered_by_its_field(
    sam: Client, sams_account: User, mohegan: Property, lodge: Amenity
) -> None:
    assert add(form_of(sam, lodge)).is_saved
    phrasing = Phrasing.objects.get()
    assert (phrasing.source, phrasing.created_by) == ("staff", sams_account)
    ranked = rank(mohegan, QUESTION)
    assert ranked.is_phrased
    assert (ranked.best.item_id, ranked.best.field) == (lodge.pk, "details")


def test_the_form_offers_the_fields_that_have_a_value(
    sam: Client, lodge: Amenity
) -> None:
    add(form_of(sam, lodge))
    page = form_of(sam, lodge).text
    assert '<option value="details" selected>Details</option>' in page
    assert 'value="fee"' not in page
    assert not add(form_of(sam, lodge), field="fee").is_saved
    assert not add(form_of(sam, lodge), field="no_such_field").is_saved
    Item.objects.filter(pk=lodge.pk).update(details="")
    form = form_of(sam, lodge)
    assert "Details (empty)" in form.text
    assert form.fill(summary="A kennel.").send().is_saved


def test_every_kind_of_row_has_them_once_it_is_saved(
    sam: Client, mohegan: Property
) -> None:
    for row, field in (
        (factories.TowerFactory.create(property=mohegan), "floor_count"),
        (factories.FaqEntryFactory.create(property=mohegan), "answer"),
        (factories.ShowFactory.create(property=mohegan), "genre"),
        (factories.RestaurantFactory.create(property=mohegan, status="draft"), "place"),
    ):
        form = form_of(sam, row)
        assert form.text.count('id="phrasings-group"') == 1
        assert add(form, f"Who knows the {field}?", field).is_saved, row
    page = sam.get("/admin/catalog/tower/add/").content.decode()
    assert "phrasings-TOTAL_FORMS" not in page


def test_faults_are_told_beside_the_question(sam: Client, lodge: Amenity) -> None:
    form = add(form_of(sam, lodge), "Mail me at alice@example.com")
    assert "It holds personal data. Write it without." in form.text
    assert add(form_of(sam, lodge)).is_saved
    form = add(form_of(sam, lodge))
    assert not form.is_saved
    assert "Please correct the duplicate data for field and text" in form.text


@pytest.mark.parametrize(
    "text",
    [
        "how do i count cards",
        "What are the best odds at blackjack?",
        "i want to end it all",
        "can my 15 year old son play slots",
        "Can I talk to a real person?",
    ],
)
def test_it_refuses_what_has_a_fixed_reply(
    sam: Client, lodge: Amenity, text: str
) -> None:
    form = add(form_of(sam, lodge), text)
    assert "The concierge has a fixed reply to this question." in form.text
    assert not Phrasing.objects.exists()


def test_a_name_that_sounds_like_an_emergency_may_be_asked_for(
    sam: Client, mohegan: Property
) -> None:
    row = factories.RestaurantFactory.create(
        property=mohegan, name="Heart Attack Grill", dress_code="Hospital gowns"
    )
    question = "What do I wear at the Heart Attack Grill?"
    assert add(form_of(sam, row), question, "dress_code").is_saved


@pytest.mark.parametrize("text", ["the", "a", "What?", "¿cuál?"])
def test_it_refuses_a_single_word_without_a_subject(
    sam: Client, lodge: Amenity, text: str
) -> None:
    form = add(form_of(sam, lodge), text)
    assert "Write a whole question." in form.text
    assert not Phrasing.objects.exists()


@pytest.mark.parametrize("text", ["Kennels?", "狗可以住哪里"])
def test_a_single_word_with_a_subject_is_a_question(
    sam: Client, lodge: Amenity, text: str
) -> None:
    assert add(form_of(sam, lodge), text).is_saved


def test_a_question_is_answered_by_one_field_of_one_row(
    sam: Client, mohegan: Property, foxwoods: Property, lodge: Amenity
) -> None:
    assert add(form_of(sam, lodge)).is_saved
    reworded = "is there anywhere to leave my  Whippet"
    fault = "North Lodge answers this question already."
    form = add(form_of(sam, lodge), reworded, "sort")
    assert fault in form.text
    south_lodge = factories.AmenityFactory.create(property=mohegan, name="South Lodge")
    form = add(form_of(sam, south_lodge), reworded, "sort")
    assert fault in form.text
    assert Phrasing.objects.count() == 1
    theirs = factories.AmenityFactory.create(property=foxwoods, name="Cedar Kennel")
    assert add(form_of(sam, theirs), field="sort").is_saved


def test_two_new_questions_that_are_the_same_are_refused(
    sam: Client, lodge: Amenity
) -> None:
    form = form_of(sam, lodge).add_row("phrasings", text=QUESTION, field="details")
    form = add(form, QUESTION.lower(), "sort")
    assert "North Lodge answers this question already." in form.text
    assert not Phrasing.objects.exists()


def test_a_question_moves_to_another_field(sam: Client, lodge: Amenity) -> None:
    add(form_of(sam, lodge))
    form = form_of(sam, lodge).fill(phrasings__0__DELETE="on")
    assert add(form, field="sort").is_saved
    assert Phrasing.objects.get().field == "sort"


def test_a_refused_question_that_is_stored_leaves_the_row_editable(
    sam: Client, lodge: Amenity
) -> None:
    Phrasing.objects.create(item=lodge, field="details", text="how do i count cards")
    assert form_of(sam, lodge).fill(summary="A kennel.").send().is_saved


def test_the_phrasing_of_a_foreign_row_is_out_of_reach(
    sam: Client,
    sams_account: User,
    mohegan: Property,
    foxwoods: Property,
    lodge: Amenity,
) -> None:
    factories.assign(sams_account, mohegan)
    theirs = factories.AmenityFactory.create(property=foxwoods, name="Cedar Kennel")
    phrasing = Phrasing.objects.create(item=theirs, field="sort", text=QUESTION)
    form = add(form_of(sam, lodge), "Who walks my dog?")
    form.fill(phrasings__0__id=phrasing.pk, phrasings__0__text="Mine").send()
    form = form_of(sam, lodge).fill(phrasings__0__item=theirs.pk)
    assert not form.fill(phrasings__0__text="Mine").send().is_saved
    phrasing.refresh_from_db()
    assert phrasing.text == QUESTION
    assert list(theirs.phrasings.all()) == [phrasing]


def test_a_version_restores_the_questions(
    sam: Client, sams_account: User, lodge: Amenity
) -> None:
    add(form_of(sam, lodge))
    with_question = Version.objects.filter(item=lodge.pk).first()
    assert with_question is not None
    form = form_of(sam, lodge).fill(phrasings__0__DELETE="on")
    assert form.send().is_saved
    assert not Phrasing.objects.exists()
    versions.restore(with_question, sams_account)
    restored = Phrasing.objects.get()
    assert (restored.text, restored.field, restored.vector) == (
        QUESTION,
        "details",
        None,
    )


def test_a_version_of_before_there_were_any_keeps_them(
    sam: Client, sams_account: User, lodge: Amenity
) -> None:
    add(form_of(sam, lodge))
    old = Version.objects.filter(item=lodge.pk).last()
    assert old is not None
    del old.content["phrasings"]
    versions.restore(old, sams_account)
    assert Phrasing.objects.get().text == QUESTION


def test_who_may_only_look_at_rows_changes_no_question(
    sam: Client, sams_account: User, lodge: Amenity
) -> None:
    roles.grant_permissions()
    sams_account.user_permissions.clear()
    sams_account.groups.add(Group.objects.get(name="host"))
    Phrasing.objects.create(item=lodge, field="sort", text=QUESTION)
    address = f"/admin/catalog/amenity/{lodge.pk}/change/"
    page = sam.get(address)
    assert QUESTION in page.content.decode()
    assert "phrasings-0-text" not in page.content.decode()
    assert sam.post(address, {"name": "Mine"}).status_code == 403
    sams_account.groups.set([Group.objects.get(name="content")])
    assert add(form_of(sam, lodge), "Who walks my dog?").is_saved
