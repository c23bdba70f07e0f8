"""A process takes only as many turns as it can answer."""

from __future__ import annotations

import asyncio

from apps.infrastructure.processes.computing import Capacity


async def waiting(capacity: Capacity) -> asyncio.Task[None]:
    task = asyncio.create_task(capacity.wait())
    await asyncio.sleep(0)
    return task


async def test_it_gives_places_in_the_order_of_asking() -> None:
    capacity = Capacity(1, 2)
    assert capacity.take()
    assert not capacity.take()
    first, second = await waiting(capacity), await waiting(capacity)
    capacity.give_back()
    await first
    assert not second.done()
    capacity.give_back()
    await second


async def test_it_sheds_when_even_the_line_is_full() -> None:
    capacity = Capacity(1, 1)
    capacity.take()
    assert not capacity.is_exhausted
    waiter = await waiting(capacity)
    assert capacity.is_exhausted
    waiter.cancel()


async def test_it_forgets_who_waits_no_longer() -> None:
    capacity = Capacity(1, 2)
    capacity.take()
    gone = await waiting(capacity)
    gone.cancel()
    await asyncio.wait([gone])
    capacity.give_back()
    assert capacity.take()


async def test_it_passes_on_a_place_whose_waiter_leaves_in_that_moment() -> None:
    capacity = Capacity(1, 2)
    capacity.take()
    gone, next_in_line = await waiting(capacity), await waiting(capacity)
    capacity.give_back()
    gone.cancel()
    await next_in_line
    capacity.give_back()
    assert capacity.take()


async def test_it_skips_a_waiter_that_has_just_been_cancelled() -> None:
    capacity = Capacity(1, 2)
    capacity.take()
    gone, next_in_line = await waiting(capacity), await waiting(capacity)
    gone.cancel()
    capacity.give_back()
    await next_in_line
