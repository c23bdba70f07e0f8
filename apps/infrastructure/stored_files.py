"""Pictures and documents: on this machine's disk, or in a store that hosts share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import IO

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, default_storage
from django.db.models.fields.files import FieldFile


def are_local() -> bool:
    return isinstance(default_storage, FileSystemStorage)


@contextmanager
def local_path(file: FieldFile) -> Iterator[Path]:
    """Where another program can read the file; of a shared store, a copy meanwhile.

    Raises FileNotFoundError where the shared store has none.
    """
    if are_local():
        yield Path(file.path)
        return
    with NamedTemporaryFile(suffix=Path(str(file.name)).suffix) as copy:
        _copy(str(file.name), copy)
        yield Path(copy.name)


def names() -> Iterator[str]:
    """Of all files, in order; what a link on the disk points to is not among them."""
    return _local_names() if are_local() else _names_below("")


def read(name: str) -> IO[bytes]:
    """Raises OSError where it is missing."""
    if are_local():
        return Path(default_storage.path(name)).open("rb")
    copy = TemporaryFile()  # noqa: SIM115 - the caller closes it
    _copy(name, copy)
    return copy


def replace(name: str, content: IO[bytes]) -> None:
    """Stores the file under this very name, in the place of an earlier one."""
    default_storage.delete(name)
    default_storage.save(name, File(content))


def _copy(name: str, target: IO[bytes]) -> None:
    """Raises OSError where the file is missing or the store does not answer."""
    try:
        with default_storage.open(name) as content:
            shutil.copyfileobj(content, target)
    except OSError:
        raise
    except Exception as error:  # of whatever library reaches the store
        message = f"The store of files does not answer: {type(error).__name__}"
        raise OSError(message) from error
    target.seek(0)


def _local_names() -> Iterator[str]:
    root = Path(default_storage.path(""))
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield str(path.relative_to(root))


def _names_below(folder: str) -> Iterator[str]:
    folders, files = default_storage.listdir(folder)
    yield from (f"{folder}{name}" for name in sorted(files))
    for name in sorted(folders):
        yield from _names_below(f"{folder}{name}/")
