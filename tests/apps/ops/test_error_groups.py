"""Errors are grouped by place, with the version that began them."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from pytest_django import Settings

from apps.ops.errors.recording import ErrorRecorder
from apps.ops.models import ErrorGroup

pytestmark = pytest.mark.django_db


def _raise(words: str) -> None:
    raise ValueError(words)


def fail(recorder: ErrorRecorder, words: str) -> None:
    logger = logging.Logger("apps.story")  # noqa: LOG001 - for one test
    logger.addHandler(recorder)
    try:
        _raise(words)
    except ValueError:
        logger.exception("the answer to %s failed", words)
    logger.error("no trace, no group")


def test_olga_sees_which_version_began_an_error(
    admin_client: Client, settings: Settings
) -> None:
    recorder = ErrorRecorder()
    settings.RELEASE = "7.1"
    fail(recorder, "Ann, 860-555-0142")
    fail(recorder, "Bob")
    recorder.write()
    settings.RELEASE = "7.2"
    recorder.write()
    fail(recorder, "Eve")
    recorder.write()
    [group] = ErrorGroup.objects.all()
    assert (group.error, group.count) == ("ValueError", 3)
    assert (group.first_version, group.last_version) == ("7.1", "7.2")
    assert group.place == "tests/apps/ops/test_error_groups.py, _raise"
    for address in ("/admin/ops/", "/admin/ops/errorgroup/"):
        page = admin_client.get(address).content.decode()
        assert "apps.story: the answer to" in page
        assert "7.1" in page
        assert "555-0142" not in page
        assert "Ann" not in page


def test_an_error_that_cannot_be_written_leaves_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A lone surrogate has no place in UTF-8."""
    recorder = ErrorRecorder()
    logger = logging.Logger("apps.story")  # noqa: LOG001 - for one test
    logger.addHandler(recorder)
    try:
        _raise("x")
    except ValueError:
        logger.exception("\ud800 failed")
    try:
        dict[str, str]().pop("absent")
    except KeyError:
        logger.exception("the answer\0\nof Ann failed")
    recorder.write()
    [group] = ErrorGroup.objects.all()
    assert group.event == "apps.story: the answer"
    assert "an error is not grouped" in caplog.text
