"""Amounts as people read them: money in cents, durations, sizes and counts."""

from __future__ import annotations

CENTS = 100
MICROS_OF_DOLLAR = 1_000_000
SECONDS_OF_UNIT = {"ms": 0.001, "s": 1.0, "min": 60.0}
# Units of a longer duration, each with the smaller one that is named beside it.
STEPS = ((86_400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s"))
MEGABYTES_OF_GIGABYTE = 1024


def say(value: float, unit: str) -> str:
    """unit: "$", "ms", "s", "min", "MB", "%", or empty for a count."""
    if unit == "$":
        return money(value)
    if unit in SECONDS_OF_UNIT:
        return duration(value * SECONDS_OF_UNIT[unit])
    if unit == "MB" and value >= MEGABYTES_OF_GIGABYTE:
        return f"{_plain(value / MEGABYTES_OF_GIGABYTE)} GB"
    return f"{_plain(value)}{'' if unit == '%' else ' '}{unit}".strip()


def of_many(count: int, noun: str) -> str:
    """ "1 passage", "1,200 passages"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def parse(text: str, unit: str) -> float | None:
    """What people write of such an amount: "8 s" of "ms" is 8000; without a unit the
    number is in `unit`. None for what is no such amount."""
    words = text.strip().replace(",", "")
    words = words.removeprefix("$") if unit == "$" else words
    written = words.lstrip("+-.0123456789").strip() or unit
    number = words.removesuffix(written).strip() if written != unit else words
    number = number.removesuffix(unit).strip() if unit else number
    try:
        value = float(number)
    except ValueError:
        return None
    if written == unit:
        return value
    if {written, unit} <= {*SECONDS_OF_UNIT}:
        return value * SECONDS_OF_UNIT[written] / SECONDS_OF_UNIT[unit]
    return value / CENTS if (written, unit) == ("¢", "$") else None


def money(dollars: float) -> str:
    """In cents below a dollar: 0.15¢, 42.5¢, $12.40."""
    cents = abs(dollars) * CENTS
    if cents == 0:
        return "0¢"
    if cents >= CENTS:
        return f"${dollars:,.2f}"
    if cents < 0.01:  # noqa: PLR2004 - a hundredth of a cent
        return "under 0.01¢"
    return f"{_trimmed(f'{dollars * CENTS:.2f}')}¢"


def money_of_micros(micros: float) -> str:
    """micros: millionths of a dollar."""
    return money(micros / MICROS_OF_DOLLAR)


def duration(seconds: float) -> str:
    """180 ms, 1.2 s, 3 min 5 s, 2 h 10 min, 3 d 4 h."""
    if seconds == 0:
        return "0 s"
    if seconds < 1:
        return f"{_trimmed(f'{seconds * 1000:.1f}')} ms"
    if seconds < STEPS[-1][0]:
        return f"{_trimmed(f'{seconds:.1f}')} s"
    step = next(step for step in STEPS if round(seconds) >= step[0])
    size, name, smaller_size, smaller_name = step
    count, remainder = divmod(round(seconds), size)
    smaller_count = remainder // smaller_size
    smaller = f" {smaller_count} {smaller_name}" if smaller_count else ""
    return f"{count} {name}{smaller}"


def _plain(value: float) -> str:
    """With separators of thousands, and one decimal where there is one."""
    return _trimmed(f"{value:,.1f}")


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
