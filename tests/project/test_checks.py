"""A contradiction in the settings stops the start and says how to fix it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from pytest_django import Settings

from apps.local_servers import paths


def test_it_starts_with_the_settings_as_they_come() -> None:
    call_command("check")


@pytest.mark.parametrize(
    ("changes", "mend"),
    [
        ({"RAG_CHUNK_OVERLAP_CHARS": 800}, "at most half of RAG_CHUNK_CHARS"),
        ({"IS_PRODUCTION": True, "DEBUG": True}, "Unset DEBUG"),
        ({"IS_PRODUCTION": True, "STUB_MODELS": "instant"}, "Unset STUB_MODELS"),
        ({"STUB_MODELS": "quick"}, "Unset STUB_MODELS"),
        ({"SECOND_MESSAGE": {"web": "panic"}}, "queue, replace or refuse"),
        ({"PRICE_TABLE": "README.md"}, "Mend the file that PRICE_TABLE names"),
        ({"PRICE_TABLE": "nowhere.yaml"}, "Mend the file that PRICE_TABLE names"),
        ({"SMS_ENABLED": True, "SMS_FROM_NUMBER": ""}, "Set SMS_FROM_NUMBER"),
        ({"SMS_ENABLED": True, "TELNYX_API_KEY": ""}, "Set TELNYX_API_KEY"),
        ({"SMS_ENABLED": True, "TELNYX_PUBLIC_KEY": "bm8="}, "Telnyx's portal"),
        ({"SMS_ENABLED": True, "SMS_FROM_NUMBER": "860"}, "as \\+18605551234"),
        ({"QUIET_HOURS_END": 22}, "after QUIET_HOURS_END"),
        ({"HEARTBEAT_URL": "hc.example/ping"}, "Let HEARTBEAT_URL begin with"),
        ({"SMS_STOP_CONFIRMED_BY": "nobody"}, "carrier or us"),
        ({"RERANKER": "torch"}, "late_interaction or cross_encoder, or unset it"),
        ({"RERANKER": "cross_encoder", "RERANKER_FOLDER": "/no"}, "model.onnx and"),
        ({"STAFF_SSO_ISSUER": "https://login.example"}, "Set STAFF_SSO_CLIENT_ID"),
        (
            {
                "STAFF_SSO_ISSUER": "http://login.example",
                "STAFF_SSO_CLIENT_ID": "concierge",
                "IS_PRODUCTION": True,
            },
            "Write STAFF_SSO_ISSUER as https",
        ),
        ({"SMS_MAX_SEGMENTS": 0}, "SMS_MAX_SEGMENTS to 1"),
    ],
)
def test_it_refuses_settings_that_contradict_each_other(
    settings: Settings, changes: dict[str, object], mend: str
) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)
    with pytest.raises(SystemCheckError, match=mend):
        call_command("check")


def test_it_is_ready_to_be_deployed() -> None:
    """Django's own checks of a production site find nothing to say."""
    production = {
        "ENVIRONMENT": "production",
        "SECRET_KEY": "".join(chr(33 + number) for number in range(80)),
        "ALLOWED_HOSTS": "concierge.example",
    }
    finished = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=paths.PROJECT,
        env={**os.environ, **production},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr


STARTS = (
    ["manage.py", "check"],
    ["manage.py", "up"],
    ["-m", "concierge_project.web", "concierge_project.asgi:application"],
    ["-m", "celery", "-A", "concierge_project", "inspect", "ping"],
)


@pytest.mark.parametrize("command", STARTS, ids=" ".join)
def test_it_starts_in_no_unknown_environment(command: list[str]) -> None:
    complaint = started(command, ENVIRONMENT="prod")
    assert "it has to be development or production" in complaint
    assert command[0] != "manage.py" or "Traceback" not in complaint


def test_it_starts_in_production_with_a_key_only() -> None:
    complaint = started(STARTS[0], ENVIRONMENT="production", SECRET_KEY="")
    assert "needs a SECRET_KEY" in complaint


def started(command: list[str], **changes: str) -> str:
    """What a start that fails says."""
    finished = subprocess.run(
        [sys.executable, *command],
        cwd=paths.PROJECT,
        env={**os.environ, **changes},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode != 0
    return finished.stderr


@pytest.mark.parametrize(
    "changes",
    [
        {"DATABASE_URL": "postgres//sam:hunter2hunter@db.example/concierge"},
        {"DATABASE_URL": "postgresql://sam:hunter2hunter@127.0.0.1:1/concierge"},
        {"REDIS_URL": "redis://:hunter2hunter@127.0.0.1:1/0"},
        {"REDIS_URL": "redis//:hunter2hunter@127.0.0.1:1/0"},
    ],
    ids=str,
)
def test_it_shows_no_password_of_a_server(changes: dict[str, str]) -> None:
    complaint = started(["manage.py", "up"], **changes)
    assert next(iter(changes)) in complaint
    assert "hunter2" not in complaint
    assert "Traceback" not in complaint
