"""A process takes only as many turns as it can answer."""

from __future__ import annotations

from apps.conversations.capacity import Capacity


def test_it_gives_places_in_the_order_of_asking() -> None:
    capacity, started = Capacity(1, 2), list[str]()
    assert capacity.take()
    assert not capacity.take()
    for name in ("first", "second"):
        capacity.wait(lambda name=name: started.append(name))  # type: ignore[misc]
    capacity.give_back()
    assert started == ["first"]
    capacity.give_back()
    assert started == ["first", "second"]


def test_it_sheds_when_even_the_line_is_full() -> None:
    capacity = Capacity(1, 1)
    capacity.take()
    assert not capacity.is_exhausted
    capacity.wait(lambda: None)
    assert capacity.is_exhausted


def test_it_forgets_who_waits_no_longer() -> None:
    capacity, started = Capacity(1, 2), list[str]()

    def gone() -> None:
        started.append("gone")

    capacity.take()
    capacity.wait(gone)
    capacity.leave(gone)
    capacity.give_back()
    assert started == []
    assert capacity.take()
