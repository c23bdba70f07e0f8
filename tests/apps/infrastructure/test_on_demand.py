"""A start imports no more than it needs; what it leaves out still works."""

from __future__ import annotations

import os
import subprocess
import sys

from apps.local_servers import paths

SETTINGS = {"DJANGO_SETTINGS_MODULE": "concierge_project.settings"}
NOT_NEEDED = ("langgraph_sdk.client", "langsmith.types.run", "openpyxl", "daphne")
START = f"""
import sys, django
django.setup()
import apps.conversations.turns.runner
print([name for name in {NOT_NEEDED!r} if name in sys.modules])
from langgraph_sdk import get_client
from langsmith.types import Run
import langgraph_sdk
print(get_client.__module__, Run.__module__, langgraph_sdk.__version__ != "")
"""


def test_it_starts_without_what_few_processes_need() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", START],
        cwd=paths.PROJECT,
        env={**os.environ, **SETTINGS},
        capture_output=True,
        text=True,
        check=True,
    )
    left_out, later = finished.stdout.splitlines()
    assert left_out == "[]"
    assert later == "langgraph_sdk._async.client langsmith.types.run True"
