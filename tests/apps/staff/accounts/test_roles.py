"""The roles of staff hold their permissions as soon as the database is migrated, and
the pages that a role may read offer nothing that it may not do."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from apps.staff.accounts import roles
from apps.staff.history import versions
from apps.staff.models import GapWork, Version
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.apps.staff.gaps.questions import ask

FORM = "application/x-www-form-urlencoded"
# A question needs a committed property, and so does a file of a guest's data. Django
# links a related row, whoever reads its name.
NOT_OPENED = ("question=", "/download/", "logout", "/properties/property/")


@pytest.mark.django_db
def test_it_grants_everything_in_the_first_migration() -> None:
    granted = _permissions_by_role()
    roles.grant_permissions()
    assert granted == _permissions_by_role()
    assert "view_incident" in granted["ops"]


def _permissions_by_role() -> dict[str, set[str]]:
    return {
        group.name: set(group.permissions.values_list("codename", flat=True))
        for group in Group.objects.all()
    }


@pytest.mark.parametrize("role", roles.ROLES)
def test_it_offers_a_role_nothing_that_ends_in_a_refusal(
    role: str, mohegan: Property
) -> None:
    colleague = factories.StaffFactory.create(username=role)
    colleague.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(colleague)
    offers = {offer for page in _pages(mohegan) for offer in _offers(client, page)}
    refused = [
        (method, target)
        for method, target, form in sorted(offers)
        if client.generic(method, target, form, FORM).status_code == 403
    ]
    assert not refused, "\n".join(map(str, refused))


def _pages(place: Property) -> list[str]:
    """Of a row that was changed, and of gaps and their conversations."""
    row: Restaurant = factories.RestaurantFactory.create(
        name="Ballo", cuisine="Italian"
    )
    versions.record_initial(row.pk)
    row.cuisine = "French"
    row.save()
    versions.record(row.pk, None, Version.Reason.SAVED)
    embed_all()
    turn = ask(place, "Is Ballo a vegan place?")
    remark = ask(place, "Ballo was closed yesterday")
    remark.is_remark = True
    remark.save()
    before = [{"ask": "Is there a pool?", "answer": "No."}]
    work = GapWork.objects.create(
        property=place, before=before, closed_at=turn.created_at
    )
    return [
        *("/admin/", "/admin/gaps/", "/admin/drafts/", "/admin/approvals/"),
        *("/admin/conversations/alert/", "/admin/requests/", "/admin/import/"),
        *("/admin/catalog/item/", "/admin/documents/document/", "/admin/ops/"),
        f"/admin/gaps/{work.pk}/",
        f"/admin/history/{row.pk}/",
        f"/admin/rows/{row.pk}/draft/",
        f"/admin/catalog/restaurant/{row.pk}/change/",
        f"/admin/conversations/conversation/{turn.conversation_id}/change/",
    ]


def _offers(client: Client, page: str) -> Iterator[tuple[str, str, str]]:
    """(method, address, form) of each link and button of a page that opens."""
    answer = client.get(page)
    if answer.status_code != 200:
        return
    offers = _Offers()
    offers.feed(answer.content.decode())
    for link in sorted(offers.links):
        yield "GET", link, ""
    for action, names in offers.posts:
        yield "POST", action or page, "&".join(names)


class _Offers(HTMLParser):
    """Links within the admin, and the forms that a button sends."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.posts: list[tuple[str, list[str]]] = []
        self._is_in_form = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        address = values.get("href", "") if tag == "a" else values.get("action", "")
        is_ours = address.startswith("/admin/")
        is_ours = is_ours and not any(part in address for part in NOT_OPENED)
        if tag == "a" and is_ours:
            self.links.add(address)
        if tag == "form":
            self._is_in_form = is_ours and values.get("method") == "post"
            if self._is_in_form:
                self.posts.append((address, []))
        if self._is_in_form and tag in {"input", "button"} and values.get("name"):
            self.posts[-1][1].append(f"{values['name']}={values.get('value', '')}")

    def handle_endtag(self, tag: str) -> None:
        self._is_in_form = self._is_in_form and tag != "form"
