"""Sam switches features of a property, and sees who did it last."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.properties import flags
from apps.properties.models import FeatureFlag, Property
from tests import factories
from tests.admin_form import Form

SECOND_PERSON = "second_person"


def form_of(client: Client, place: Property) -> Form:
    return Form(client, f"/admin/properties/property/{place.pk}/change/")


def test_features_stand_in_words_with_their_sentences(
    sam: Client, mohegan: Property
) -> None:
    text = form_of(sam, mohegan).text
    for feature in flags.in_use():
        assert feature.name in text
        assert feature.sentence in text
    unused = [row for row in flags.features().values() if not row.is_in_use]
    assert not any(row.sentence in text for row in unused)


def test_the_defaults_need_no_rows(sam: Client, mohegan: Property) -> None:
    assert form_of(sam, mohegan).fill(phone="1-888-777-7922").send().is_saved
    assert not FeatureFlag.objects.exists()


def test_a_switch_names_its_author_and_stands_in_the_history(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    form = form_of(sam, mohegan)
    del form.values["feature_specialists"]
    assert form.send().is_saved
    assert "feature_specialists" not in form.values
    assert "Last changed by sam, " in form.text
    row = FeatureFlag.objects.get()
    assert (row.key, row.is_on, row.changed_by) == ("specialists", False, sams_account)
    history = f"/admin/properties/property/{mohegan.pk}/history/"
    shown = sam.get(history, follow=True).content.decode()
    assert "Specialists" in shown
    assert "<ins>False</ins>" in shown


def test_two_people_end_the_rule_of_a_second_person(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    row = FeatureFlag.objects.create(property=mohegan, key=SECOND_PERSON, is_on=True)
    nora = Client()
    nora.force_login(factories.StaffFactory.create(username="nora", is_superuser=True))
    for _ in range(2):
        form = form_of(sam, mohegan)
        del form.values[f"feature_{SECOND_PERSON}"]
        assert form.send().is_saved
    assert "sam asked to end it; it ends once somebody else" in form.text
    assert flags.needs_second_person(mohegan)
    theirs = form_of(nora, mohegan)
    assert theirs.values.pop(f"feature_{SECOND_PERSON}")
    assert theirs.send().is_saved
    row.refresh_from_db()
    assert (row.is_on, row.end_asked_by) == (False, None)


def test_who_works_alone_ends_the_rule_of_a_second_person(
    sam: Client, mohegan: Property
) -> None:
    FeatureFlag.objects.create(property=mohegan, key=SECOND_PERSON, is_on=True)
    form = form_of(sam, mohegan)
    del form.values[f"feature_{SECOND_PERSON}"]
    assert form.send().is_saved
    assert not flags.needs_second_person(Property.objects.get(pk=mohegan.pk))


def test_who_may_only_look_sees_words(sam: Client, mohegan: Property) -> None:
    looker = factories.StaffFactory.create(username="lee")
    looker.user_permissions.add(Permission.objects.get(codename="view_property"))
    FeatureFlag.objects.create(property=mohegan, key="specialists", is_on=False)
    client = Client()
    client.force_login(looker)
    text = client.get(form_of(sam, mohegan).address).content.decode()
    assert "Specialists: off." in text
    assert 'name="feature_specialists"' not in text


def test_staff_of_another_property_cannot_switch(
    sam: Client, sams_account: User, mohegan: Property, foxwoods: Property
) -> None:
    form = form_of(sam, foxwoods)
    factories.assign(sams_account, mohegan)
    del form.values["feature_specialists"]
    assert sam.post(form.address, form.values).status_code == 302
    assert not FeatureFlag.objects.exists()


@pytest.mark.django_db
def test_the_list_is_closed() -> None:
    assert set(flags.features()) == {
        "planner",
        "specialists",
        "extraction",
        "sms",
        "tools",
        "memory",
        "bookings",
        "brief_answers",
        "recording",
        "second_person",
    }
