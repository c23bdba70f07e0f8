"""Opening hours in English."""

from datetime import time

from apps.catalog.hours.vocabulary.vocabulary import Vocabulary


def twelve_hours(at: time) -> str:
    half = "AM" if at.hour < 12 else "PM"  # noqa: PLR2004 - noon
    return f"{at.hour % 12 or 12}:{at.minute:02} {half}"


ENGLISH = Vocabulary(
    weekdays=(
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ),
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    clock=twelve_hours,
    long_day="{weekday}, {month} {day}",
    both="{first} and {last}",
    comma=", ",
    span="{opens} to {closes}",
    day_span="{first} to {last}",
    every_day="every day",
    whole_day="24 hours",
    whole_day_from="24 hours from {opens}",
    hours_of_days="{days}, {hours}",
    closed_on="closed {days}",
    open_always="Open 24 hours",
    open_until="Open now until {time}",
    open_until_soon="Open now until {time}, closes soon",
    open_until_day="Open now until {day} at {time}",
    closed="Closed now",
    closed_because="Closed now ({note})",
    opens_today="{closed}; opens today at {time}",
    opens_on="{closed}; opens {day} at {time}",
    not_soon="{closed}; not open again in the next 14 days",
    open_then="Open {when}",
    closed_then="Closed {when}",
    exception="{days}: {hours}",
    exception_closed="{days}: closed",
    because="{said} ({note})",
    tonight="tonight at {time}",
    today="today at {time}",
    tomorrow="tomorrow at {time}",
    on_day="on {day} at {time}",
    began="began at {time}",
)
