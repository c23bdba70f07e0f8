"""A property's site shows the chat in a corner; other sites may not."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.test import Client

from apps.properties.models import Property
from tests.admin_form import Form

LOADER = Path(settings.BASE_DIR) / "static" / "webchat" / "widget.js"
MOST_BYTES = 15_000


def test_only_the_propertys_sites_may_frame_the_page(
    alice: Client, mohegan: Property
) -> None:
    mohegan.widget_origins = ["https://mohegansun.example"]
    mohegan.save()
    framed = alice.get("/mohegan-sun/embedded/")
    policy = framed["Content-Security-Policy"]
    assert "frame-ancestors 'self' https://mohegansun.example" in policy
    assert "X-Frame-Options" not in framed
    whole = alice.get("/mohegan-sun/")
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert whole["X-Frame-Options"] == "DENY"


def test_it_sets_no_cookie(alice: Client, mohegan: Property) -> None:
    assert alice.get("/mohegan-sun/embedded/").status_code == 200
    assert not alice.cookies
    assert alice.get("/atlantis/embedded/").status_code == 404


def test_the_loader_is_light() -> None:
    assert LOADER.stat().st_size < MOST_BYTES


def test_staff_name_the_sites(sam: Client, mohegan: Property) -> None:
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    refused = form.fill(widget_origins="mohegansun.example").send()
    assert not refused.is_saved
    assert "is no site; write https://example.com" in refused.text
    sites = "https://one.example, https://two.example"
    assert form.fill(widget_origins=sites).send().is_saved
    mohegan.refresh_from_db()
    assert mohegan.widget_origins == ["https://one.example", "https://two.example"]
