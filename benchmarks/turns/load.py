"""Measures what a turn costs beside its models, over real websockets; rounds are joined
as medians with their spread, and as ratios.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import median
from typing import Any

from websockets.asyncio.client import connect

from benchmarks import calibration, figures
from benchmarks.calibration import Calibration
from benchmarks.site import Site, Web, prepared, running
from benchmarks.turns import component_profile
from benchmarks.turns.guests import Guest

Figures = dict[str, Any]
# What a reader compares; the value of a row with percentiles is their median.
COMPARED = ("first_token_ms", "done_ms", "turns_per_second", "cpu_ms_per_turn")
COUNTED = ("turns", "lost_or_broken", "unfinished_rows")
FIXED = ("guests",)
WARM_UP_TURNS = 30


def join(rounds: Sequence[tuple[Figures, Calibration]]) -> Figures:
    """One row for the rounds with one number of guests.

    `lowest_highest` holds the figures of single rounds. `ratios` are figures in units
    of the calibration loop, each round's in units of the loops beside it.
    """
    rows = [row for row, _ in rounds]
    joined = {name: _join(name, [row[name] for row in rows]) for name in rows[0]}
    return {
        **joined,
        "rounds": len(rows),
        "lowest_highest": {name: _range(map(_figure(name), rows)) for name in COMPARED},
        "calibration_ms": round(median(loop.cpu_ms for _, loop in rounds), 2),
        "ratios": _medians([_ratios(row, loop) for row, loop in rounds]),
    }


def _join(name: str, values: Sequence[Any]) -> Any:
    if name in FIXED:
        return values[0]
    if name in COUNTED:
        return sum(values)
    if isinstance(values[0], dict):
        return _medians(values)
    return round(median(values), 2)


def _medians(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: round(median(row[name] for row in rows), 2) for name in rows[0]}


def _figure(name: str) -> Callable[[Figures], float]:
    def figure(row: Figures) -> float:
        value = row[name]
        return float(value["p50"] if isinstance(value, dict) else value)

    return figure


def _range(figures: Any) -> list[float]:
    ordered = sorted(figures)
    return [ordered[0], ordered[-1]]


def _ratios(row: Figures, loop: Calibration) -> dict[str, float]:
    """Processor time is compared with processor time, waiting with the clock."""
    return {
        "cpu": row["cpu_ms_per_turn"] / loop.cpu_ms,
        "first_token": row["first_token_ms"]["p50"] / loop.wall_ms,
        "done": row["done_ms"]["p50"] / loop.wall_ms,
        "done_p95": row["done_ms"]["p95"] / loop.wall_ms,
        "turns": row["turns_per_second"] * loop.wall_ms / 1000,
    }


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
        yield join(measured[guests])


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
