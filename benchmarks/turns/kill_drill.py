"""Kills web processes, the worker, Redis and connections to PostgreSQL mid-answer.

    python -m benchmarks.turns.kill_drill --kills 200 --seed 1

Guests reconnect and go on. At the end every answer that a guest saw is compared, letter
by letter, with the stored answer. Exits with 1 when one was lost, stored twice, shown
out of order or shown differently.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.local_servers.databases import shared_servers
from benchmarks import figures
from benchmarks.site import Site, Web, prepared, stop, wait_until_it_answers
from benchmarks.turns.reconnecting_guests import Question, ReconnectingGuest

GUESTS = 8
# Seconds between two kills: long enough for a killed process to be started again.
PAUSES = (0.4, 2.4)
WEB_NAME = "drill-web"


@dataclass
class Processes:
    """The processes of a site, and how each is killed and comes back."""

    site: Site
    webs: list[Web]
    worker: subprocess.Popen[bytes]
    killed: Counter[str] = field(default_factory=Counter)
    starting: list[asyncio.Task[None]] = field(default_factory=list)

    def victims(self) -> dict[str, Callable[[], None]]:
        return {
            "web": self.kill_web,
            "worker": self.kill_worker,
            "redis": self.kill_redis,
            "postgres connections": self.kill_connections,
        }

    def kill_web(self) -> None:
        alive = [web for web in self.webs if web.process.poll() is None]
        if len(alive) < len(self.webs):
            return  # one at a time, as in a rolling restart
        web = random.choice(alive)  # noqa: S311 - a drill, not a secret
        web.kill()
        self.killed["web"] += 1
        self.starting.append(asyncio.create_task(self._restart(web)))

    async def _restart(self, web: Web) -> None:
        """Never blocks: the guests share the event loop."""
        new_web = self.site.web(web.port)
        await asyncio.to_thread(wait_until_it_answers, new_web)
        self.webs[self.webs.index(web)] = new_web

    def kill_worker(self) -> None:
        """Kills its children too, which would survive it."""
        os.killpg(self.worker.pid, signal.SIGKILL)
        self.worker.wait()
        self.killed["worker"] += 1
        self.worker = self.site.worker()

    def kill_redis(self) -> None:
        if pid := shared_servers.REDIS.pid(self.site.var):
            os.kill(pid, signal.SIGKILL)
            self.killed["redis"] += 1
        shared_servers.restart_dead(self.site.var, shared_servers.ALL)

    def kill_connections(self) -> None:
        with self.site.database() as database:
            database.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where application_name = %s",
                [WEB_NAME],
            )
        self.killed["postgres connections"] += 1

    def close(self) -> None:
        for web in self.webs:
            stop(web.process)
        stop(self.worker)


async def drill(processes: Processes, kills: int) -> list[ReconnectingGuest]:
    """Kills processes while guests ask; returns when every question is answered."""
    stop_asking, ports = asyncio.Event(), [web.port for web in processes.webs]
    guests = [ReconnectingGuest(ports, next_port=number) for number in range(GUESTS)]
    tasks = [asyncio.create_task(guest.ask_until(stop_asking)) for guest in guests]
    while processes.killed.total() < kills:
        await asyncio.sleep(random.uniform(*PAUSES))  # noqa: S311
        victim = random.choice(list(processes.victims().values()))  # noqa: S311
        victim()
    stop_asking.set()
    for failure in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(failure, BaseException):
            print(f"a guest gave up: {failure!r}", file=sys.stderr)
    await asyncio.gather(*processes.starting)
    return guests


def verdict(site: Site, guests: Sequence[ReconnectingGuest]) -> dict[str, Any]:
    """Compares every question with its rows."""
    questions = [question for guest in guests for question in guest.questions]
    with site.database() as database:
        rows = database.execute(
            "select t.client_id::text, m.text from conversations_turn t "
            "join conversations_message m on m.turn_id = t.id and m.role = 'concierge'"
        ).fetchall()
    stored: dict[str, list[str]] = {}
    for client_id, text in rows:
        stored.setdefault(str(client_id), []).append(str(text))
    gaps = [gap for guest in guests for gap in guest.gaps]
    for question in questions:
        if _differs(question, stored):
            print(
                f"shown {question.shown!r}, stored {stored[question.client_id]!r}",
                file=sys.stderr,
            )
    return {
        "questions": len(questions),
        "lost": sum(
            not question.is_done or question.client_id not in stored
            for question in questions
        ),
        "duplicated": sum(len(texts) > 1 for texts in stored.values()),
        "reordered": sum(question.disorder_count for question in questions),
        "different": sum(_differs(question, stored) for question in questions),
        "resumed": len(gaps),
        "resume_gap_ms": figures.milliseconds(gaps),
    }


def _differs(question: Question, stored: dict[str, list[str]]) -> bool:
    texts = [text.strip() for text in stored.get(question.client_id, [])]
    return question.is_done and [question.shown.strip()] != texts


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--webs", type=int, default=3, help="web processes")
    folder = "Where its servers keep their data; a relative one is below `var`."
    parser.add_argument("--folder", default="drill", help=folder)
    options = parser.parse_args()
    random.seed(options.seed)
    with prepared(options.folder, STUB_MODELS="seed", PGAPPNAME=WEB_NAME) as site:
        processes = Processes(
            site, [site.web() for _ in range(options.webs)], site.worker()
        )
        try:
            for web in processes.webs:
                wait_until_it_answers(web)
            guests = asyncio.run(drill(processes, options.kills))
            result = {"killed": dict(processes.killed), **verdict(site, guests)}
        finally:
            processes.close()
    print(json.dumps(result))
    faults = ("lost", "duplicated", "reordered", "different")
    return int(any(result[fault] for fault in faults))


if __name__ == "__main__":
    sys.exit(main())
