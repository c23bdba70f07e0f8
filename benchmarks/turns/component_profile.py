"""Which component a web process works for, as py-spy sees it under load."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from apps.local_servers import paths

RATE = 250  # samples a second
# A sample counts for the innermost frame whose file lies in one of these folders; what
# lies in none, such as the standard library, works for its caller. Longer ones first.
COMPONENTS = {
    "apps/concierge/fact_check/": "fact gate",
    "apps/concierge/guardrails/": "gate",
    "apps/concierge/answer/": "prompt and passages",
    "apps/concierge/prompts/": "prompt and passages",
    "apps/concierge/": "nodes",
    "apps/conversations/turns/search/": "prompt and passages",
    "apps/conversations/": "conversations",
    "apps/knowledge/": "prompt and passages",
    "apps/privacy/": "redactor",
    "apps/language/": "language",
    "apps/llm/": "models",
    "apps/webchat/": "webchat",
    "langgraph/": "LangGraph",
    "langchain_core/": "langchain",
    "langsmith/": "langchain",
    "psycopg/": "psycopg",
    "psycopg_pool/": "psycopg",
    "redis/": "Redis",
    "channels_redis/": "Redis",
    "django/": "Django",
    "channels/": "Django",
    "asgiref/": "Django",
    "twisted/": "twisted and daphne",
    "autobahn/": "twisted and daphne",
    "daphne/": "twisted and daphne",
    "concierge_project/web/": "twisted and daphne",
    "asyncio/": "asyncio",
}
REST = "the rest"
# Packages lie below the first, inside of the others.
ROOTS = ("/site-packages/", f"{paths.PROJECT}/", f"{sysconfig.get_path('stdlib')}/")


class CannotSample(Exception):  # noqa: N818 - says what went wrong
    """py-spy is not installed, or may not read the process."""


def sample(pid: int, seconds: float) -> list[tuple[list[str], int]]:
    """Stacks, innermost frame last, and how often each held the interpreter's lock.

    Raises CannotSample.
    """
    program = str(Path(sys.executable).with_name("py-spy"))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "stacks"
        command = [program, "record", "--gil", "--format", "raw", "--nonblocking"]
        command += ["--pid", str(pid), "--rate", str(RATE), "--output", str(output)]
        command += ["--duration", str(round(seconds)), "--full-filenames"]
        try:
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603
        except OSError as error:
            raise CannotSample("py-spy is missing: run `make setup`.") from error
        except subprocess.CalledProcessError as error:
            reason = error.stderr.decode(errors="replace").strip()
            raise CannotSample(f"py-spy may not read the process: {reason}") from error
        return [_stack(line) for line in output.read_text().splitlines()]


def _stack(line: str) -> tuple[list[str], int]:
    """`main (manage.py:7);run (apps/up.py:3) 12` has two frames and 12 samples."""
    frames, _, count = line.rpartition(" ")
    return frames.split(";"), int(count)


def shares(stacks: Iterable[tuple[list[str], int]]) -> dict[str, float]:
    """The share of every component, largest first; blank without a sample."""
    counts: Counter[str] = Counter()
    for frames, count in stacks:
        counts[component(frames)] += count
    return {name: count / counts.total() for name, count in counts.most_common()}


def component(frames: Iterable[str]) -> str:
    """Of a stack whose innermost frame is last."""
    for frame in reversed(list(frames)):
        path = _relative_path(frame.partition("(")[2])
        for folder, name in COMPONENTS.items():
            if path.startswith(folder):
                return name
    return REST


def _relative_path(path: str) -> str:
    for root in ROOTS:
        if root in path:
            return path.partition(root)[2]
    return path
