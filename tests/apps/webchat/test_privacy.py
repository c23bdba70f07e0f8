"""Alice reads what happens to what she writes."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.properties.models import Property
from tests.admin_form import Form


def test_the_policy_that_staff_name_is_linked(
    alice: Client, sam: Client, mohegan: Property
) -> None:
    address = "https://mohegansun.example/privacy"
    assert address not in alice.get("/mohegan-sun/privacy/").content.decode()
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    assert form.fill(privacy_url=address).send().is_saved
    page = alice.get("/mohegan-sun/privacy/?lang=fr").content.decode()
    assert f'<a href="{address}">La politique de confidentialité' in page
    assert "Ce que devient ce que vous écrivez" in page
    assert alice.get("/atlantis/privacy/").status_code == 404


@pytest.mark.parametrize("feature", ["extraction", "memory"])
def test_no_memory_is_promised_where_there_is_none(
    alice: Client, mohegan: Property, feature: str
) -> None:
    for is_on in (True, False):
        mohegan.feature_flags.update_or_create(key=feature, defaults={"is_on": is_on})
        privacy = alice.get("/mohegan-sun/privacy/").content.decode()
        assert ("is remembered for this conversation" in privacy) is is_on
        page = alice.get("/").content.decode()
        assert (" data-remembers" in page) is is_on


def test_the_page_leads_there_without_a_script(
    alice: Client, mohegan: Property
) -> None:
    assert 'href="/mohegan-sun/privacy/?lang=en"' in alice.get("/").content.decode()
