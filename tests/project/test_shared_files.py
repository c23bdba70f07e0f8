"""Two hosts share pictures and documents in an object store; neither has a disk."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from PIL import Image
from pytest_django import Settings

from apps.catalog import picture_sizes
from apps.documents import reading, status
from apps.properties.models import Property
from tests import document_files, factories
from tests.fakes import object_store
from tests.fakes.object_store import Store
from tests.handing_in import take

LINES: list[list[document_files.Line]] = [[("A massage costs $165.", 11)]]


@pytest.fixture
def store(settings: Settings, tmp_path: Path) -> Iterator[Store]:
    with object_store.running_store() as running:
        settings.MEDIA_ROOT = tmp_path / "media"
        settings.MEDIA_S3_BUCKET, settings.MEDIA_S3_URL = (
            object_store.BUCKET,
            running.url,
        )
        settings.MEDIA_S3_ACCESS_KEY = object_store.KEY
        settings.MEDIA_S3_SECRET_KEY = object_store.SECRET
        shared = {"BACKEND": "concierge_project.shared_files.SharedFiles"}
        settings.STORAGES = {**settings.STORAGES, "default": shared}
        yield running


def png() -> bytes:
    content = BytesIO()
    Image.new("RGB", (400, 300), "teal").save(content, "png")
    return content.getvalue()


def bytes_at(alice: Client, address: str) -> bytes:
    answer = alice.get(address)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def test_a_picture_is_shown_from_the_store_and_by_this_site_alone(
    store: Store, alice: Client, mohegan: Property
) -> None:
    grill = factories.RestaurantFactory.create(property=mohegan)
    grill.picture.save("grill & bar.png", ContentFile(png()))
    assert picture_sizes.make_missing() == 1
    grill.refresh_from_db()
    assert grill.picture.url.startswith("/media/pictures/grill")
    assert bytes_at(alice, grill.picture.url) == png()
    assert grill.picture_sizes
    [small, *_] = grill.picture_sizes["webp"].values()
    answer = alice.get(f"/media/{small}")
    assert answer["Content-Type"] == "image/webp"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert alice.get("/media/pictures/none.png").status_code == 404
    # A second picture of the same name takes nothing from the first.
    second = factories.RestaurantFactory.create(property=mohegan, name="Other")
    second.picture.save("grill & bar.png", ContentFile(png()))
    assert second.picture.name != grill.picture.name


def test_a_document_is_read_and_drawn_from_the_store(
    store: Store, alice: Client, mohegan: Property
) -> None:
    document = take(mohegan, "spa.pdf", document_files.pdf(LINES))
    assert reading.read(document.pk)
    status.finish(document.pk)
    address = f"/{mohegan.slug}/documents/{document.public_id}/pages/1.png"
    assert bytes_at(alice, address).startswith(b"\x89PNG")
    # Nobody gets the file itself by the address of pictures.
    [name] = store.objects
    assert alice.get(f"/media/pictures/../{name}").status_code == 404

    lost = take(mohegan, "events.pdf", document_files.pdf([[("Bingo at 7.", 11)]]))
    del store.objects[str(lost.file.name)]
    assert not reading.read(lost.pk)
    lost.refresh_from_db()
    assert lost.error.startswith("The file is not where it was stored.")


@pytest.mark.usefixtures("transactional_db")
def test_a_backup_holds_what_the_store_holds(store: Store, tmp_path: Path) -> None:
    store.objects = {"maps/a.svg": b"<svg/>", "pictures/sizes/b.webp": b"b" * 70_000}
    before, backup = dict(store.objects), tmp_path / "backup.tar.gz"
    call_command("backup", str(backup), stdout=StringIO())
    store.objects = {"maps/a.svg": b"another"}
    call_command("restore", str(backup), replace=True, stdout=StringIO())
    assert store.objects == before


def test_a_store_that_is_away_is_no_error_of_the_site(
    store: Store, alice: Client, settings: Settings
) -> None:
    settings.MEDIA_S3_URL = "http://127.0.0.1:9"
    settings.STORAGES = {**settings.STORAGES}  # connects anew
    assert alice.get("/media/pictures/grill.png").status_code == 404
