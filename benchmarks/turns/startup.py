"""Measures what a fresh process costs: its start, its memory and its first turn."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from statistics import median
from typing import Any

from websockets.asyncio.client import connect

from apps.local_servers import paths
from benchmarks import calibration, figures
from benchmarks.site import (
    Site,
    prepared,
    stop,
    wait_until_it_answers,
    wait_until_it_is_ready,
)
from benchmarks.turns import guests
from benchmarks.turns.guests import Guest, Turn

SETUP = "import django; django.setup()"
QUESTION = "Is there a spa?"
MEASURED_TURNS = 30
Figures = dict[str, Any]


def measure(runs: int) -> Figures:
    """Medians over fresh processes; times in milliseconds of the clock or processor."""
    with prepared(STUB_MODELS="instant") as site:
        rows = [_measure_once(site) for _ in range(runs)]
        pair = _shared_memory(site)
    row = {name: round(median(row[name] for row in rows), 1) for name in rows[0]}
    return {**row, **pair, "calibration_ms": calibration.calibrate().cpu_ms}


def _measure_once(site: Site) -> Figures:
    setup = _cpu_ms(site, "-c", SETUP)
    ask = _cpu_ms(site, "manage.py", "ask", QUESTION)
    return {"setup_cpu_ms": setup, "ask_cpu_ms": ask, **_web_process(site)}


def _cpu_ms(site: Site, *arguments: str) -> float:
    """Processor time of a program until it ends."""
    settings = {"DJANGO_SETTINGS_MODULE": "concierge_project.settings"}
    before = os.times()
    subprocess.run(  # noqa: S603
        [sys.executable, *arguments],
        cwd=paths.PROJECT,
        env={**site.environment(), **settings},
        check=True,
        capture_output=True,
    )
    after = os.times()
    user = after.children_user - before.children_user
    return (user + after.children_system - before.children_system) * 1000


def _web_process(site: Site) -> Figures:
    """A guest asks as soon as the process says that it is ready."""
    started_at, web = time.monotonic(), site.web()
    try:
        wait_until_it_answers(web)
        answers_ms = (time.monotonic() - started_at) * 1000
        wait_until_it_is_ready(web)
        ready_ms = (time.monotonic() - started_at) * 1000
        first, *later = asyncio.run(_turns(Guest(web.port)))
        turn_ms = median(turn.end for turn in later) * 1000
        return {
            "answers_ms": answers_ms,
            "ready_ms": ready_ms,
            "first_turn_ms": first.end * 1000,
            "turn_ms": turn_ms,
            "first_turn_in_turns": first.end * 1000 / turn_ms,
        }
    finally:
        stop(web.process)


async def _turns(guest: Guest) -> list[Turn]:
    async with connect(guest.url, origin=guest.origin) as socket:  # type: ignore[arg-type]
        thread, turns = await guests.greet(socket), []
        for number in range(1 + MEASURED_TURNS):
            if number and number % guests.TURNS_A_THREAD == 0:
                thread = await guests.greet(socket)
            turns.append(Turn())
            await guests.ask(socket, thread, turns[-1], number)
    return turns


def _shared_memory(site: Site) -> Figures:
    """Memory of two processes after some turns; shared pages count for each by half."""
    with ExitStack() as stack:
        webs = [site.web() for _ in range(2)]
        for web in webs:
            stack.callback(stop, web.process)
        for web in webs:
            wait_until_it_answers(web)
            asyncio.run(_turns(Guest(web.port)))
        return {
            "rss_mb": figures.memory_mb(webs[0].pid),
            "own_and_half_shared_mb": figures.proportional_mb(webs[0].pid),
        }
