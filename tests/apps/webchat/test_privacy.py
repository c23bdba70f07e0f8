"""Alice reads what happens to what she writes."""

from __future__ import annotations

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


def test_the_page_leads_there_without_a_script(
    alice: Client, mohegan: Property
) -> None:
    assert 'href="/mohegan-sun/privacy/?lang=en"' in alice.get("/").content.decode()
