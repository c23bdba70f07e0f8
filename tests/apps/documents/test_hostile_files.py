"""Files that want to break the worker: each ends in a sentence, and the worker lives.

`make nightly` reads all of them; the everyday tests a part.
"""

from __future__ import annotations

import resource
import time

import pytest

from apps.documents import reading, sandbox
from apps.documents.models import Document
from apps.documents.uploads import RefusedFile
from apps.properties.models import Property
from tests import hostile_documents
from tests.handing_in import take
from tests.hostile_documents import HostileFile

FILES = list(hostile_documents.files())
# The quick ones of each family.
EVERYDAY = [
    "cut-15.pdf",
    "flipped-3.pdf",
    "million-pages.pdf",
    "kids-of-themselves.pdf",
    "locked.pdf",
    "form-in-itself.pdf",
    "cut-9.docx",
    "flipped-4.docx",
    "lying-sizes.docx",
    "laughs.docx",
    "entity-of-a-file.docx",
    "nested.html",
    "doctype.html",
    "only-script.html",
    "brackets.md",
    "noise-1.txt",
    "zeros.txt",
    "png-as.pdf",
    "pdf-as.docx",
]
MORE_MEGABYTES = 700


def is_plain(sentence: str) -> bool:
    """Words for staff: no name of an exception, no place in the code."""
    foreign = ("Error", "Exception", "Traceback", "0x", "errno", ".py")
    is_sentence = sentence[:1].isupper() and sentence.endswith(".")
    return is_sentence and not any(word in sentence for word in foreign)


def ends_well(place: Property, file: HostileFile) -> None:
    began = time.monotonic()
    try:
        document = take(place, file.name, file.make())
    except RefusedFile:
        assert file.fails, file.name
        return
    reading.read(document.pk)
    document.refresh_from_db()
    has_failed = document.status == Document.Status.FAILED
    assert has_failed or document.status == Document.Status.PROCESSING
    assert not has_failed or is_plain(document.error), document.error
    assert has_failed or not file.fails, f"{file.name} was read"
    assert time.monotonic() - began < sandbox.WALL_SECONDS + 30
    texts = [part["text"] for own in document.sections.all() for part in own.parts]
    whole_text = " ".join(texts)
    assert "root:" not in whole_text
    assert "alert(1)" not in whole_text
    document.delete()


def test_there_are_some_three_hundred_of_them() -> None:
    assert len(FILES) >= 300
    assert len({file.name for file in FILES}) == len(FILES)
    assert {*EVERYDAY} <= {file.name for file in FILES}


@pytest.mark.parametrize("name", EVERYDAY)
def test_a_hostile_file_ends_in_a_sentence(mohegan: Property, name: str) -> None:
    ends_well(mohegan, next(file for file in FILES if file.name == name))


@pytest.mark.nightly
def test_all_of_them_end_in_sentences_and_the_worker_lives(mohegan: Property) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    faults = []
    for file in FILES:
        try:
            ends_well(mohegan, file)
        except AssertionError as fault:
            faults.append(f"{file.name}: {fault}")
    assert faults == []
    # The files themselves are made in this process.
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < MORE_MEGABYTES * 1024


def test_a_child_that_hangs_is_ended(
    mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "WALL_SECONDS", 0.01)
    document = take(mohegan, "spa.txt", b"Towels are free.")
    assert not reading.read(document.pk)
    document.refresh_from_db()
    assert document.error == sandbox.TOO_SLOW
