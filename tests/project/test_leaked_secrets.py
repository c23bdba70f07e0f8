"""Passwords stand in no page about an error, and the search of the logs finds them."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from django.views.debug import technical_500_response
from pytest_django import Settings

from tests import leaked_secrets

PASSWORD = "hunter2-hunter2"  # noqa: S105 - of nobody


@pytest.mark.parametrize(
    "name", ["DATABASE_URL", "REDIS_URL", "REDIS_SHARED_URL", "EMAIL_URL", "API_KEY"]
)
def test_a_page_about_an_error_names_no_password(settings: Settings, name: str) -> None:
    settings.DEBUG = True
    setattr(settings, name, f"redis://app:{PASSWORD}@db.example:1/0")
    request = RequestFactory().get("/", headers={"accept": "text/html"})
    page = technical_500_response(request, ValueError, ValueError("no"), None)
    assert "db.example" in page.content.decode() or name.endswith(("KEY", "EMAIL_URL"))
    assert PASSWORD not in page.content.decode()


@pytest.mark.parametrize(
    "line",
    [
        f"cannot reach postgresql://app:{PASSWORD}@db.example/concierge",
        f"bad dsn: host=db.example password={PASSWORD} dbname=concierge",
        "weather: 401 for apikey=planted-weather-key",
    ],
)
def test_the_search_of_logs_finds_a_secret(line: str) -> None:
    assert leaked_secrets.leaks(["2026-11-27 all is well", line]) == [line]


def test_the_search_passes_what_the_log_has_hidden() -> None:
    hidden = "cannot reach postgresql://app:[secret]@db.example/concierge"
    assert leaked_secrets.leaks([hidden, "the password is wrong"]) == []
