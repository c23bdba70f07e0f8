"""Measures what a turn costs beside its models, over real websockets."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import connect

from benchmarks import calibration, figures
from benchmarks.calibration import Calibration
from benchmarks.site import Site, Web, prepared, running
from benchmarks.turns import component_profile, rounds
from benchmarks.turns.guests import Guest

WARM_UP_TURNS = 30
Figures = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """guest_counts: how many guests ask at once, measured one after another.

    latency: `instant` or `seed`. idle: silent sockets. turns: of a long run.
    server: `daphne` or `uvicorn`.
    """

    guest_counts: Sequence[int]
    seconds: float
    latency: str = "instant"
    rounds: int = 1
    idle: int = 0
    turns: int = 0
    server: str = "daphne"
    processes: int = 1

    def variables(self) -> dict[str, str]:
        """Of the measured site."""
        processes = {"WEB_PROCESSES": str(self.processes)}
        return {"STUB_MODELS": self.latency, "WEB_SERVER": self.server, **processes}


def measure(plan: Plan) -> Iterator[Figures]:
    """Figures for each number of guests, then of idle sockets and of a long run."""
    with (
        prepared(**plan.variables()) as site,
        running(site) as web,
        asyncio.Runner() as runner,
    ):
        runner.run(ask(web, 1, 3600, WARM_UP_TURNS))
        yield from _all_rounds(plan, site, web, runner)
        if plan.idle:
            yield runner.run(_idle(web, plan.idle))
        if plan.turns:
            yield runner.run(_growth(web, plan.turns))


def profile(guests: int, seconds: float) -> Figures:
    """Shares of processor time by component; raises CannotSample."""
    with (
        prepared(STUB_MODELS="instant") as site,
        running(site) as web,
        asyncio.Runner() as runner,
    ):
        runner.run(ask(web, 1, 3600, WARM_UP_TURNS))
        with ThreadPoolExecutor(1) as threads:
            stacks = threads.submit(component_profile.sample, web.pid, seconds)
            row = runner.run(_load(site, web, guests, seconds))
            return {**row, "shares": component_profile.shares(stacks.result())}


def _all_rounds(
    plan: Plan, site: Site, web: Web, runner: asyncio.Runner
) -> Iterator[Figures]:
    """Every other round goes backwards: what drifts meanwhile meets each alike."""
    measured: dict[int, list[tuple[Figures, Calibration]]] = defaultdict(list)
    loop_before = calibration.calibrate()
    for number in range(plan.rounds):
        for guests in plan.guest_counts[:: -1 if number % 2 else 1]:
            row = runner.run(_load(site, web, guests, plan.seconds))
            loop_after = calibration.calibrate()
            measured[guests].append((row, loop_before.halfway(loop_after)))
            loop_before = loop_after
    for guests in plan.guest_counts:
        yield rounds.join(measured[guests])


async def _load(site: Site, web: Web, guests: int, seconds: float) -> Figures:
    cpu_before, started_at = figures.cpu_seconds(web.pid), time.monotonic()
    everybody = await ask(web, guests, seconds)
    elapsed = time.monotonic() - started_at
    cpu_seconds = figures.cpu_seconds(web.pid) - cpu_before
    whole = [turn for guest in everybody for turn in guest.turns if turn.is_whole]
    question_count = sum(len(guest.turns) for guest in everybody)
    return {
        "guests": guests,
        "turns": len(whole),
        "first_token_ms": figures.milliseconds([turn.first_token for turn in whole]),
        "done_ms": figures.milliseconds([turn.end for turn in whole]),
        "turns_per_second": round(len(whole) / elapsed, 1),
        "cpu_ms_per_turn": round(cpu_seconds * 1000 / max(len(whole), 1), 2),
        "rss_mb": figures.memory_mb(web.pid),
        "lost_or_broken": question_count - len(whole),
        "unfinished_rows": _unfinished(site),
    }


async def ask(web: Web, guests: int, seconds: float, most: int = 10**9) -> list[Guest]:
    """Guests that ask for so long, `most` questions each at most."""
    end = time.monotonic() + seconds
    everybody = [Guest(web.port) for _ in range(guests)]
    tasks = (guest.ask_until(end, most) for guest in everybody)
    failures = await asyncio.gather(*tasks, return_exceptions=True)
    for failure in failures:
        if isinstance(failure, BaseException):
            print(f"a guest gave up: {failure!r}")
    return everybody


def _unfinished(site: Site) -> int:
    """Turns whose row says that they still run, though every guest has an answer."""
    with site.database() as database:
        row = database.execute(
            "select count(*) from conversations_turn "
            "where status in ('queued', 'running')"
        ).fetchone()
    return int(str(row[0])) if row else 0


async def _idle(web: Web, sockets: int) -> Figures:
    before, guest = figures.memory_mb(web.pid), Guest(web.port)
    async with AsyncExitStack() as stack:
        for _ in range(sockets):
            socket = connect(guest.url, origin=guest.origin)  # type: ignore[arg-type]
            await stack.enter_async_context(socket)
        await asyncio.sleep(1)
        held = figures.memory_mb(web.pid)
    return {"idle_sockets": sockets, "rss_before_mb": before, "rss_mb": held}


async def _growth(web: Web, turns: int) -> Figures:
    """RSS after a tenth of the turns and after all of them."""
    guests, sizes = 8, []
    for share in (0.1, 0.9):
        await ask(web, guests, 3600, round(turns * share / guests))
        sizes.append(figures.memory_mb(web.pid))
    return {"growth_turns": turns, "rss_mb_at_a_tenth": sizes[0], "rss_mb": sizes[1]}
