"""Taking a file from staff."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django import Settings

from apps.documents import status, viewing
from apps.documents.models import Document
from apps.documents.uploads import RefusedFile
from apps.properties.models import Property
from tests.handing_in import take


def test_it_stores_the_file_under_a_name_that_nobody_guesses(mohegan: Property) -> None:
    document = take(mohegan, "../../spa_menu-2026.txt", b"Towels are free.")
    assert document.title == "spa menu 2026"
    assert document.file_name == "spa_menu-2026.txt"
    assert "spa_menu" not in str(document.file)
    assert document.file.read() == b"Towels are free."
    assert document.status == Document.Status.PROCESSING


def test_the_same_file_is_taken_once_a_property(
    mohegan: Property, foxwoods: Property
) -> None:
    take(mohegan, "spa.txt", b"Towels are free.")
    with pytest.raises(RefusedFile, match="here already, as “spa” \\(being read\\)"):
        take(mohegan, "renamed.txt", b"Towels are free.")
    take(foxwoods, "spa.txt", b"Towels are free.")
    assert Document.objects.count() == 2


def test_a_file_that_failed_may_come_again(mohegan: Property) -> None:
    failed = take(mohegan, "spa.txt", b"Towels are free.")
    status.fail(failed, "It is damaged.")
    again = take(mohegan, "spa.txt", b"Towels are free.")
    assert again.status == Document.Status.PROCESSING
    assert not status.read_again(failed)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("menu.xlsx", b"PK", "“menu.xlsx” cannot be read. PDF, Word"),
        ("menu", b"text", "cannot be read"),
        ("menu.txt", b"", "The file is empty."),
        ("menu.txt", b"x" * 2000, "at most 1.0\xa0KB"),
    ],
)
def test_it_refuses_in_plain_words(
    mohegan: Property, settings: Settings, name: str, content: bytes, sentence: str
) -> None:
    settings.MAX_DOCUMENT_BYTES = 1024
    with pytest.raises(RefusedFile) as refusal:
        take(mohegan, name, content)
    assert sentence in str(refusal.value)
    assert not Document.objects.exists()


def test_a_new_version_takes_title_and_days_over(mohegan: Property) -> None:
    old = take(mohegan, "spa.txt", b"Towels are free.")
    Document.objects.filter(pk=old.pk).update(title="The spa", valid_until="2027-01-31")
    old.refresh_from_db()
    new = take(mohegan, "spa2.txt", b"Towels cost $2.", replaces=old)
    assert (new.title, new.version) == ("The spa", 2)
    assert new.valid_until == old.valid_until


def test_nothing_is_left_of_a_document_that_is_deleted(
    mohegan: Property, settings: Settings
) -> None:
    document = take(mohegan, "spa.txt", b"Towels are free.")
    path = Path(document.file.path)
    assert path.exists()
    document.delete()
    viewing.forget(document)
    assert not path.exists()
