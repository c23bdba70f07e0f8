"""Processes of the project, forked from one that has read the libraries.

Reading them takes a process more than a second of processor time, and the tests start
dozens. Of the project's own code it has read what `tests.preloaded` names, which no
setting changes; each process reads the others and its settings itself, from an
environment of its own.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path

# None of them reads settings, starts a thread or makes an event loop.
LIBRARIES = (
    "autobahn.websocket.protocol",
    "celery.bin.worker",
    "cryptography.x509",
    "django.contrib.admin.utils",
    "django.core.management",
    "django.db.models",
    "django.template.loader",
    "django_celery_beat.tzcrontab",
    "fido2.server",
    "httpx",
    "jwt",
    "langgraph.graph",
    "limits.aio.storage",
    "lxml.etree",
    "markdown_it",
    "numpy.ma",
    "pgvector.django",
    "phonenumbers",
    "PIL.Image",
    "psycopg_pool",
    "rapidfuzz.fuzz",
    "redis.asyncio",
    "structlog",
    "twisted.web.http",
)
PRELOADED = "tests.preloaded"
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([*LIBRARIES, PRELOADED])


def start(
    module: str, arguments: Sequence[str], environment: Mapping[str, str], log: Path
) -> BaseProcess:
    """Begins what `python -m module` does; all that it prints goes to `log`, anew."""
    log.write_bytes(b"")
    process = _context.Process(
        target=_run, args=(module, list(arguments), dict(environment), str(log))
    )
    process.start()
    return process


def _run(
    module: str, arguments: list[str], environment: dict[str, str], log: str
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    output = os.open(log, os.O_WRONLY | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output, stream.fileno())
    os.close(output)
    sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
