"""Staff see where documents and rows differ."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.catalog.models import Amenity
from apps.documents.models import Document
from apps.knowledge import tasks
from apps.knowledge.models import Disagreement
from apps.properties.models import Property, StaffAccess
from tests import factories
from tests.handing_in import hand_in

LIST = "/admin/knowledge/disagreement/"
pytestmark = [pytest.mark.usefixtures("without_key")]


@pytest.fixture
def pool(mohegan: Property) -> Amenity:
    return factories.AmenityFactory.create(
        property=mohegan, slug="pool", name="Indoor Pool", phone="1-860-862-8000"
    )


@pytest.fixture
def document(mohegan: Property, pool: Amenity) -> Document:
    text = b"# Pool rules\n\nCall the Indoor Pool at 860-555-0100."
    document = hand_in(mohegan, "pool.md", text)
    tasks.compare_documents()
    return document


@pytest.fixture
def keeper(sam: Client, sams_account: User) -> Client:
    """Sam, who may also see disagreements and accept them."""
    own = Permission.objects.filter(codename__endswith="_disagreement")
    sams_account.user_permissions.add(*own)
    return sam


def test_the_list_quotes_both_and_leads_to_both(
    keeper: Client, document: Document, pool: Amenity
) -> None:
    page = keeper.get(LIST).content.decode()
    assert "“Call the Indoor Pool at 860-555-0100.”" in page
    assert "“The phone number of Indoor Pool is 1-860-862-8000.”" in page
    assert f"/documents/{document.public_id}/?sentence=1#marked" in page
    assert f"/admin/catalog/amenity/{pool.pk}/change/" in page
    badge = keeper.get("/admin/").content.decode()
    assert "Disagreements" in badge


def test_the_page_of_the_document_has_them(keeper: Client, document: Document) -> None:
    change = f"/admin/documents/document/{document.pk}/change/"
    of_row = "The phone number of Indoor Pool is 1-860-862-8000."
    assert of_row in keeper.get(change).content.decode()


def test_staff_accept_one(keeper: Client, document: Document) -> None:
    (row,) = Disagreement.objects.open()
    form = {"action": "accept", "_selected_action": [row.pk]}
    page = keeper.post(LIST, form, follow=True).content.decode()
    assert "1 marked as right on both sides." in page
    row.refresh_from_db()
    assert row.accepted_by is not None
    assert not Disagreement.objects.open().exists()


def test_it_is_gone_from_the_open_ones_once_the_row_is_corrected(
    keeper: Client, document: Document, pool: Amenity
) -> None:
    pool.phone = "1-860-555-0100"
    pool.save()
    tasks.compare_documents()
    page = keeper.get(f"{LIST}?settled_at__isempty=0").content.decode()
    assert "Settled" in page
    assert (
        "860-555-0100"
        not in keeper.get(f"{LIST}?settled_at__isempty=1").content.decode()
    )


def test_staff_of_other_properties_and_without_permission_see_none(
    sam: Client, keeper: Client, sams_account: User, document: Document
) -> None:
    StaffAccess.objects.filter(user=sams_account).delete()
    assert "Indoor Pool" not in keeper.get(LIST).content.decode()
    sams_account.user_permissions.clear()
    assert sam.get(LIST).status_code == 403
