"""A task sees what its sender saw."""

from __future__ import annotations

from typing import Any

import pytest
from celery import signals
from django.db import transaction

from apps.infrastructure import database_scope
from apps.infrastructure.database_scope import scoped_to
from apps.infrastructure.workers import task_queue
from concierge_project.celery import app


@app.task(name="tests.tell_scope")
def tell_scope() -> str:
    return database_scope.current()


def sent_by(scope: str) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    with database_scope.entered(scope):
        task_queue.note_scope(headers)
    return headers


def run_in_worker(headers: dict[str, Any]) -> str:
    """As a worker does, which has no scope."""
    tell_scope.push_request(**headers)
    try:
        return str(tell_scope())
    finally:
        tell_scope.pop_request()


@pytest.mark.parametrize("scope", ["7", "7,9", database_scope.ALL])
def test_it_has_the_scope_of_its_sender(
    scope: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_scope, "UNSCOPED", "")
    assert run_in_worker(sent_by(scope)) == scope
    assert database_scope.current() == ""


def test_it_sees_nothing_where_its_sender_saw_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database_scope, "UNSCOPED", "")
    assert run_in_worker(sent_by("")) == ""


def test_a_direct_call_has_the_scope_of_its_caller() -> None:
    with scoped_to(7):
        assert tell_scope() == "7"


@pytest.mark.django_db(transaction=True)
def test_it_is_sent_in_the_scope_in_which_it_was_ordered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not in that of whoever ends the transaction."""
    sent: list[str] = []
    monkeypatch.setattr(
        task_queue, "send", lambda *_, **__: sent.append(database_scope.current())
    )
    with transaction.atomic(), scoped_to(7):
        task_queue.send_on_commit("sms.answer", text_id=1)
    assert sent == ["7"]


def test_what_beat_sends_looks_after_all_properties() -> None:
    with scoped_to(7):
        signals.beat_init.send(sender=None)
        assert database_scope.current() == database_scope.ALL
