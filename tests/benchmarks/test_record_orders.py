"""Orders in records by an author whom the weights were not learnt from."""

from __future__ import annotations

from apps.concierge.guardrails.record_instructions import gives_orders
from benchmarks.training import record_orders

EVERY = 10


def test_most_orders_are_found_and_few_near_ones() -> None:
    sample = record_orders.read(record_orders.HELD_BACK)[::EVERY]
    orders = [own for own in sample if own.is_order]
    nearby = [own for own in sample if not own.is_order]
    assert sum(gives_orders(own.text) for own in orders) >= 0.8 * len(orders)
    assert sum(gives_orders(own.text) for own in nearby) <= 0.1 * len(nearby)


def test_no_sentence_of_the_records_is_an_order() -> None:
    sample = record_orders.of_records()[::8]
    orders = [own.text for own in sample if gives_orders(own.text)]
    assert not orders
