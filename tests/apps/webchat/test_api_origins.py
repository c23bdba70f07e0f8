"""Scripts of other sites: those that a setting names may ask, all others may not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests import factories

RESORT, EVIL = "https://resort.example", "https://evil.example"
NO_WORDS = {"message": "\u0001"}  # refused only after all checks of the door


@pytest.fixture
def browser(transactional_db: None, settings: Settings) -> Client:
    factories.PropertyFactory.create()
    settings.CORS_ALLOWED_ORIGINS = [RESORT]
    return Client()


def ask(browser: Client, origin: str, **options: Any) -> Any:
    headers = {"origin": origin}
    kind = "application/json"
    return browser.post(
        "/chat", NO_WORDS, content_type=kind, headers=headers, **options
    )


def preflight(browser: Client, origin: str, path: str = "/chat") -> Any:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-api-key,last-event-id",
    }
    return browser.options(path, headers=headers)


@pytest.mark.parametrize("path", ["/chat", "/feedback"])
def test_a_named_site_may_ask(browser: Client, path: str) -> None:
    answer = preflight(browser, RESORT, path)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == RESORT
    allowed = answer.headers["access-control-allow-headers"]
    assert {"content-type", "x-api-key", "last-event-id"} <= set(allowed.split(", "))
    assert "access-control-allow-credentials" not in answer.headers


def test_a_named_site_can_read_what_it_gets(browser: Client) -> None:
    answer = ask(browser, RESORT)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid")
    assert answer.headers["access-control-allow-origin"] == RESORT
    assert "retry-after" in answer.headers["access-control-expose-headers"]


def test_another_site_may_not(browser: Client) -> None:
    refused = preflight(browser, EVIL)
    assert "access-control-allow-origin" not in refused.headers
    answer = ask(browser, EVIL)
    assert (answer.status_code, answer.json()["error"]["code"]) == (
        403,
        "foreign_origin",
    )


@pytest.mark.parametrize("path", ["/admin/login/", "/", "/cms/webhook"])
def test_the_setting_opens_the_api_alone(browser: Client, path: str) -> None:
    answer = preflight(browser, RESORT, path)
    assert "access-control-allow-origin" not in answer.headers


def test_the_site_itself_may_ask_under_its_own_scheme_alone(browser: Client) -> None:
    assert ask(browser, "http://testserver").status_code == 422
    assert ask(browser, "https://testserver").status_code == 403
    assert ask(browser, "https://testserver", secure=True).status_code == 422
