"""Opening hours in the Spanish of the United States."""

from datetime import time

from apps.catalog.hours.vocabulary.vocabulary import Vocabulary


def clock(at: time) -> str:
    """las 5:00 p. m.; the article belongs to the hour."""
    half = "a. m." if at.hour < 12 else "p. m."  # noqa: PLR2004 - noon
    hour = at.hour % 12 or 12
    return f"{'la' if hour == 1 else 'las'} {hour}:{at.minute:02} {half}"


SPANISH = Vocabulary(
    weekdays=(
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
    ),
    months=(
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    clock=clock,
    long_day="{weekday} {day} de {month}",
    both="{first} y {last}",
    comma=", ",
    span="de {opens} a {closes}",
    day_span="{first} a {last}",
    every_day="todos los días",
    whole_day="las 24 horas",
    whole_day_from="24 horas desde {opens}",
    hours_of_days="{days}, {hours}",
    closed_on="cerrado {days}",
    open_always="Abierto las 24 horas",
    open_until="Abierto ahora hasta {time}",
    open_until_soon="Abierto ahora hasta {time}, cierra pronto",
    open_until_day="Abierto ahora hasta el {day} a {time}",
    closed="Cerrado ahora",
    closed_because="Cerrado ahora ({note})",
    opens_today="{closed}; abre hoy a {time}",
    opens_on="{closed}; abre el {day} a {time}",
    not_soon="{closed}; no abre en los próximos 14 días",
    open_then="Abierto {when}",
    closed_then="Cerrado {when}",
    exception="{days}: {hours}",
    exception_closed="{days}: cerrado",
    because="{said} ({note})",
    tonight="esta noche a {time}",
    today="hoy a {time}",
    tomorrow="mañana a {time}",
    on_day="el {day} a {time}",
    began="empezó a {time}",
)
