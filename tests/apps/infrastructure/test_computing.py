"""Work that computes a few at a time, in the order in which it came."""

from __future__ import annotations

import asyncio

from apps.infrastructure.processes import computing
from apps.infrastructure.processes.computing import Capacity


async def test_it_computes_in_the_order_of_asking() -> None:
    capacity, begun = Capacity(1), []

    async def work(number: int) -> None:
        async with computing.place(capacity):
            begun.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*map(work, range(5)))
    assert begun == [0, 1, 2, 3, 4]
    assert capacity.take()


async def test_who_waits_for_a_model_keeps_nobody_waiting() -> None:
    capacity, answer = Capacity(1), asyncio.Event()

    async def asks_a_model() -> None:
        async with computing.place(capacity):
            await asyncio.create_task(model())

    async def model() -> None:
        computing.leave()
        await answer.wait()

    first = asyncio.create_task(asks_a_model())
    await asyncio.sleep(0.01)
    async with asyncio.timeout(1), computing.place(capacity):
        answer.set()
    await first
    assert capacity.take()
    assert not capacity.take()


async def test_who_gives_up_waiting_leaves_the_place_to_the_next() -> None:
    capacity = Capacity(1)

    async def work() -> None:
        async with computing.place(capacity):
            await asyncio.sleep(0)

    async with computing.place(capacity):
        impatient = asyncio.create_task(work())
        patient = asyncio.create_task(work())
        await asyncio.sleep(0)
        impatient.cancel()
    await asyncio.wait_for(patient, 1)
    assert impatient.cancelled()
    assert capacity.take()
