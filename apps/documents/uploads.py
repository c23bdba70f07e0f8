"""Takes a file from staff: checks it, stores it, and has it read."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.template.defaultfilters import filesizeformat

from apps.documents import kinds, tasks
from apps.documents.models import Document
from apps.properties.models import Property

LONGEST_NAME = 200


class RefusedFile(Exception):  # noqa: N818 - it says what the file is
    """Its text is a sentence for staff."""


@dataclass(frozen=True)
class Upload:
    """What staff say with a file. replaces: the version whose place it takes."""

    place: Property
    user: Any
    is_published_when_read: bool = True
    replaces: Document | None = None


def take(upload: Upload, file: UploadedFile[Any]) -> Document:
    """Stores the file; reading begins once that is committed. Raises RefusedFile."""
    kind = _kind(file)
    digest = _digest(file)
    _refuse_duplicate(upload.place, digest)
    document = _document(upload, file, kind, digest)
    try:
        with transaction.atomic():
            document.save()
            transaction.on_commit(partial(tasks.enqueue, document.pk))
    except IntegrityError as error:  # the same file at the same moment
        document.file.delete(save=False)
        raise RefusedFile("This file is already being read.") from error
    return document


def title_of(file_name: str) -> str:
    """The words of a file's name, for a document that has no title of its own."""
    words = PurePath(file_name).stem.replace("_", " ").replace("-", " ").strip()
    return (words or file_name)[:LONGEST_NAME]


def _kind(file: UploadedFile[Any]) -> str:
    kind = kinds.of_name(file.name or "")
    if not kind:
        raise RefusedFile(f"“{file.name}” cannot be read. {kinds.READ}")
    size = file.size or 0
    if size > settings.MAX_DOCUMENT_BYTES:
        most = filesizeformat(settings.MAX_DOCUMENT_BYTES)
        has = filesizeformat(size)
        raise RefusedFile(f"A document may have at most {most}; this one has {has}.")
    if not size:
        raise RefusedFile("The file is empty.")
    return kind


def _digest(file: UploadedFile[Any]) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def _refuse_duplicate(place: Property, digest: str) -> None:
    same = Document.objects.of(place).in_use().filter(sha256=digest).first()
    if same:
        state = same.get_status_display().lower()
        raise RefusedFile(
            f"This very file is here already, as “{same.title}” ({state})."
        )


def _document(
    upload: Upload, file: UploadedFile[Any], kind: str, digest: str
) -> Document:
    replaced = upload.replaces
    name = PurePath(file.name or "").name
    return Document(
        property=upload.place,
        title=replaced.title if replaced else title_of(name),
        kind=kind,
        file=file,
        file_name=name[:LONGEST_NAME],
        sha256=digest,
        size=file.size or 0,
        is_published_when_read=upload.is_published_when_read,
        replaces=replaced,
        version=replaced.version + 1 if replaced else 1,
        valid_from=replaced.valid_from if replaced else None,
        valid_until=replaced.valid_until if replaced else None,
        uploaded_by=upload.user,
    )
