"""A picture that Sam uploads is made small for phones, and keeps its point."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from PIL import Image
from pytest_django import DjangoCaptureOnCommitCallbacks

from apps.catalog import picture_sizes, receivers, tasks
from apps.catalog.models import Restaurant
from apps.infrastructure.workers import task_queue
from apps.properties.models import Property
from tests import factories

pytestmark = pytest.mark.django_db


def upload(row: Restaurant, size: tuple[int, int], **save: Any) -> None:
    content = BytesIO()
    Image.effect_noise(size, 60).convert("RGB").save(
        content, **{"format": "PNG"} | save
    )
    row.picture.save("room.png", ContentFile(content.getvalue()))


@pytest.fixture
def row(mohegan: Property) -> Restaurant:
    return factories.RestaurantFactory.create(property=mohegan)


def file_of(entry: str) -> Image.Image:
    path = entry.partition(" ")[0].partition("/media/")[2]
    return Image.open(settings.MEDIA_ROOT / path)


def test_it_comes_in_three_sizes_and_two_formats(row: Restaurant) -> None:
    upload(row, (1200, 800))
    assert tasks.size_pictures() == 1
    row.refresh_from_db()
    avif, webp = picture_sizes.sources(row)
    assert (avif["type"], webp["type"]) == ("image/avif", "image/webp")
    for source in (avif, webp):
        entries = source["srcset"].split(", ")
        assert [entry.split(" ")[1] for entry in entries] == ["320w", "640w", "960w"]
        assert [file_of(entry).size for entry in entries] == [
            (320, 213),
            (640, 427),
            (960, 640),
        ]
    assert tasks.size_pictures() == 0


def test_none_is_larger_than_the_picture(row: Restaurant) -> None:
    upload(row, (400, 300))
    tasks.size_pictures()
    row.refresh_from_db()
    assert all("640w" not in each["srcset"] for each in picture_sizes.sources(row))


def test_a_phone_held_upright_is_shown_upright(row: Restaurant) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    upload(row, (900, 600), exif=exif)
    tasks.size_pictures()
    row.refresh_from_db()
    entry = picture_sizes.sources(row)[1]["srcset"].split(", ")[0]
    assert file_of(entry).size == (320, 480)


def test_another_picture_is_sized_anew(row: Restaurant) -> None:
    upload(row, (700, 500))
    tasks.size_pictures()
    row.refresh_from_db()
    upload(row, (700, 500))
    assert picture_sizes.sources(row) == []
    assert tasks.size_pictures() == 1


def test_what_cannot_be_read_is_tried_once(row: Restaurant) -> None:
    row.picture.save("room.png", ContentFile(b"no picture"))
    assert tasks.size_pictures() == 1
    assert tasks.size_pictures() == 0
    row.refresh_from_db()
    assert picture_sizes.sources(row) == []


def test_a_save_wakes_the_worker_once_there_is_a_picture(
    row: Restaurant,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(task_queue, "send", lambda task, *_, **__: sent.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        row.save()
    assert receivers.TASK not in sent
    with django_capture_on_commit_callbacks(execute=True):
        upload(row, (400, 300))
    assert sent.count(receivers.TASK) == 1
    tasks.size_pictures()
    row.refresh_from_db()
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        row.save()
    assert receivers.TASK not in sent


def test_a_revision_of_staff_is_not_one_of_the_worker(row: Restaurant) -> None:
    upload(row, (400, 300))
    revision = row.revision
    tasks.size_pictures()
    row.refresh_from_db()
    assert row.revision == revision


def test_what_matters_is_two_fractions(row: Restaurant) -> None:
    assert picture_sizes.focus(row) == ""
    row.picture_focus_x, row.picture_focus_y = 0.305, 0.7
    assert picture_sizes.focus(row) == "30% 70%"
