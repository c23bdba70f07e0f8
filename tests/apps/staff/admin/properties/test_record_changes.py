"""Every change of a property, a jurisdiction or a helpline shows what was there."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from apps.properties.models import Property, RecordChange
from tests import factories
from tests.admin_form import Form

CHANGES = "/admin/properties/recordchange/"


def page(client: Client, address: str = CHANGES) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_the_old_and_the_new_number_of_a_helpline(
    sam: Client, sams_account: User
) -> None:
    line = factories.HelplineFactory.create(phone="988")
    law = f"/admin/properties/jurisdiction/{line.jurisdiction_id}"
    form = Form(sam, f"{law}/change/").fill(helplines__0__phone="1-888-789-7777")
    assert form.send().is_saved
    change = RecordChange.objects.first()
    assert change
    assert change.by == sams_account
    shown = page(sam, f"{law}/history/")
    assert "<del>988</del> <ins>1-888-789-7777</ins>" in shown


def test_it_shows_what_was_deleted_and_what_came_from_elsewhere(sam: Client) -> None:
    line = factories.HelplineFactory.create(phone="988")
    line.phone = "911"
    line.save()
    line.jurisdiction.delete()
    deleted = RecordChange.objects.filter(action="deleted", by=None)
    assert {row.kind for row in deleted} == {"jurisdiction", "helpline"}
    assert "<del>988</del> <ins>911</ins>" in page(sam)


def test_it_shows_staff_of_a_property_the_changes_of_it_alone(
    sam: Client, sams_account: User, mohegan: Property, foxwoods: Property
) -> None:
    for place in (mohegan, foxwoods):
        form = Form(sam, f"/admin/properties/property/{place.pk}/change/")
        assert form.fill(bot_mode="paused").send().is_saved
    factories.assign(sams_account, mohegan)
    shown = page(sam, f"/admin/properties/property/{mohegan.pk}/history/")
    assert "<del>live</del> <ins>paused</ins>" in shown
    shown = page(sam, f"/admin/properties/property/{foxwoods.pk}/history/") + page(sam)
    assert "Foxwoods" not in shown


def test_it_lets_nobody_rewrite_a_change(
    admin_client: Client, mohegan: Property
) -> None:
    change = RecordChange.objects.filter(property=mohegan).get()
    address = f"{CHANGES}{change.pk}"
    assert admin_client.post(f"{address}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.post(f"{address}/change/", {"name": "x"}).status_code == 403
