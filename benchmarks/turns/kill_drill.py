"""Kills web processes, the worker, Redis and connections to PostgreSQL in mid-answer.

    python -m benchmarks.turns.kill_drill --kills 200 --seed 1

Guests come back and go on. In the end every answer that was shown is compared, letter
by letter, with the one that is stored. Exits with 1 when anything was lost, told twice
or told out of order.
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
from benchmarks.turns.reconnecting_guests import Asked, Traveller

WEBS = 3
GUESTS = 8
# Seconds between two kills: long enough for a killed process to be started again.
PAUSES = (0.4, 2.4)
WEB_NAME = "drill-web"


@dataclass
class House:
    """What runs, and how each part of it is killed and comes back."""

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
        if len(alive) < WEBS:
            return  # one at a time, as in a rolling restart that goes wrong
        web = random.choice(alive)  # noqa: S311 - a drill, not a secret
        web.kill()
        self.killed["web"] += 1
        self.starting.append(asyncio.create_task(self._restart(web)))

    async def _restart(self, web: Web) -> None:
        """Nothing here may block: the guests live in the same loop."""
        fresh = self.site.web(web.port)
        await asyncio.to_thread(wait_until_it_answers, fresh)
        self.webs[self.webs.index(web)] = fresh

    def kill_worker(self) -> None:
        """With its children, which would live on without it."""
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


async def drill(house: House, kills: int) -> list[Traveller]:
    """Guests ask while things die; returns when all are answered."""
    over, ports = asyncio.Event(), [web.port for web in house.webs]
    guests = [Traveller(ports, next_port=number) for number in range(GUESTS)]
    asking = [asyncio.create_task(guest.ask_until(over)) for guest in guests]
    while house.killed.total() < kills:
        await asyncio.sleep(random.uniform(*PAUSES))  # noqa: S311
        victim = random.choice(list(house.victims().values()))  # noqa: S311
        victim()
    over.set()
    for failure in await asyncio.gather(*asking, return_exceptions=True):
        if isinstance(failure, BaseException):
            print(f"a guest gave up: {failure!r}", file=sys.stderr)
    await asyncio.gather(*house.starting)
    return guests


def verdict(site: Site, guests: Sequence[Traveller]) -> dict[str, Any]:
    """Every question against its rows."""
    asked = [one for guest in guests for one in guest.asked]
    with site.database() as database:
        rows = database.execute(
            "select t.client_id::text, m.text from conversations_turn t "
            "join conversations_message m on m.turn_id = t.id and m.role = 'concierge'"
        ).fetchall()
    stored: dict[str, list[str]] = {}
    for client_id, text in rows:
        stored.setdefault(str(client_id), []).append(str(text))
    gaps = [gap for guest in guests for gap in guest.gaps]
    for one in asked:
        if _differs(one, stored):
            print(
                f"shown {one.shown!r}, stored {stored[one.client_id]!r}",
                file=sys.stderr,
            )
    return {
        "questions": len(asked),
        "lost": sum(not one.is_done or one.client_id not in stored for one in asked),
        "duplicated": sum(len(texts) > 1 for texts in stored.values()),
        "reordered": sum(one.disorder for one in asked),
        "different": sum(_differs(one, stored) for one in asked),
        "resumed": len(gaps),
        "resume_gap_ms": figures.milliseconds(gaps),
    }


def _differs(one: Asked, stored: dict[str, list[str]]) -> bool:
    texts = stored.get(one.client_id, [])
    return one.is_done and [one.shown.strip()] != [text.strip() for text in texts]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    with prepared("drill", STUB_MODELS="seed", PGAPPNAME=WEB_NAME) as site:
        house = House(site, [site.web() for _ in range(WEBS)], site.worker())
        try:
            for web in house.webs:
                wait_until_it_answers(web)
            guests = asyncio.run(drill(house, options.kills))
            result = {"killed": dict(house.killed), **verdict(site, guests)}
        finally:
            house.close()
    print(json.dumps(result))
    faults = ("lost", "duplicated", "reordered", "different")
    return int(any(result[fault] for fault in faults))


if __name__ == "__main__":
    sys.exit(main())
