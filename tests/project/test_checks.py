"""A contradiction in the settings stops the start and says how to mend it."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from pytest_django import Settings


def test_it_starts_with_the_settings_as_they_come() -> None:
    call_command("check")


@pytest.mark.parametrize(
    ("changes", "mend"),
    [
        ({"RAG_CHUNK_OVERLAP_CHARS": 800}, "at most half of RAG_CHUNK_CHARS"),
        ({"IS_PRODUCTION": True, "DEBUG": True}, "Unset DEBUG"),
    ],
)
def test_it_refuses_settings_that_contradict_each_other(
    settings: Settings, changes: dict[str, object], mend: str
) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    with pytest.raises(SystemCheckError, match=mend):
        call_command("check")
