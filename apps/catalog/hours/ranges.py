"""Ranges that PostgreSQL compares in exclusion constraints, without an extension."""

from __future__ import annotations

from django.contrib.postgres.fields import DateRangeField
from django.db.models import F, Func, IntegerField, Value
from django.db.models.functions import Cast, Greatest, Least

DAY = 24 * 60 * 60
WEEK = 7 * DAY


class RowRange(Func):
    """A row id as a range with one element."""

    function = "int8range"

    def __init__(self, row: str) -> None:
        super().__init__(F(row), F(row), Value("[]"))


class DayRange(Func):
    function = "daterange"
    output_field = DateRangeField()


class SecondOfDay(Func):
    template = "extract(epoch from %(expressions)s)::int"
    output_field = IntegerField()


class Remainder(Func):
    function = "mod"
    output_field = IntegerField()


class Seconds(Func):
    function = "int4range"


class SecondsOfWeek(Func):
    """Seconds since Monday midnight; an interval past Sunday night wraps to Monday.

    The length is 1 to 86400 seconds, so equal times are a whole day.
    """

    function = "int4multirange"

    def __init__(self, weekday: str, opens_at: str, closes_at: str) -> None:
        opens, closes = SecondOfDay(F(opens_at)), SecondOfDay(F(closes_at))
        start = Cast(F(weekday), IntegerField()) * DAY + opens
        end = start + Remainder(closes - opens + (DAY - 1), DAY) + 1
        super().__init__(
            Seconds(start, Least(end, WEEK)), Seconds(0, Greatest(end - WEEK, 0))
        )
