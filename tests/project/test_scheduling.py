"""Files that share a site which few others need run in one process."""

from __future__ import annotations

from tests import scheduling


def test_it_takes_the_files_of_a_rare_site_together() -> None:
    for name in ("models_on_bad_days", "wrong_key"):
        assert scheduling.scope_of(f"tests/journeys/test_{name}.py") == "keyed_site"
    for name in ("request", "request_queue"):
        path = f"tests/project/web/test_{name}.py"
        assert scheduling.scope_of(path) == "site_on_either"
    path = "tests/journeys/test_guest_asks.py"
    assert scheduling.scope_of(path) == path
