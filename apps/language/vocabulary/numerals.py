"""Words that are figures: numbers, months and weekdays; English, Spanish, French."""

from __future__ import annotations

from apps.infrastructure import patterns

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan enero janvier",
            "february feb febrero février fevrier",
            "march mar marzo mars",
            "april apr abril avril",
            "may mayo mai",
            "june jun junio juin",
            "july jul julio juillet",
            "august aug agosto août aout",
            "september sept sep septiembre septembre",
            "october oct octubre octobre",
            "november nov noviembre novembre",
            "december dec diciembre décembre decembre",
        ),
        1,
    )
    for name in names.split()
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday mondays mon lunes lundi lundis",
            "tuesday tuesdays tues tue martes mardi mardis",
            "wednesday wednesdays wed miércoles miercoles mercredi mercredis",
            "thursday thursdays thurs thu jueves jeudi jeudis",
            "friday fridays fri viernes vendredi vendredis",
            "saturday saturdays sat sábado sabado sábados sabados samedi samedis",
            "sunday sundays sun domingo domingos dimanche dimanches",
        )
    )
    for name in names.split()
}
# These are words and names too ("Mohegan Sun"): alone they are no day and no month.
DOUBTFUL = frozenset(
    {
        "may",
        "march",
        "mar",
        "sat",
        "sun",
        "mon",
        "wed",
        "set",
        "martes",
        "mardi",
        "mars",
        "mai",
    }
)
EVERY_DAY = patterns.compile(
    r"\b(every ?day|daily|all week|seven days|day and night|around the clock|"
    r"24 hours|24/7|cada d[ií]a|todos los d[ií]as|a diario|tous les jours|"
    r"chaque jour)\b",
    "i",
)
WEEKEND = patterns.compile(r"\b(weekends?|fin(es)? de semana|week-ends?)\b", "i")
WORKDAYS = patterns.compile(r"\b(weekdays?|entre semana)\b", "i")
ALWAYS = patterns.compile(
    r"\b(24 hours|24/7|twenty-four hours|day and night|around the clock|at any hour|"
    r"24 horas|d[ií]a y noche|24 heures|jour et nuit)\b",
    "i",
)

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen "
_ONES += "fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ES = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
)
_ES += "quince dieciséis diecisiete dieciocho diecinueve veinte"
NUMBERS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ES.split())},
    **{word: number for number, word in enumerate(_ONES.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "treinta": 30,
    "cuarenta": 40,
    "cincuenta": 50,
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
}
# "One" points more often than it counts, and so do its Spanish cousins.
for _word in ("zero", "one", "cero", "uno", "once"):
    del NUMBERS[_word]


def number_of(words: str) -> int | None:
    """`thirty-three` is 33; None for anything that is no number."""
    parts = words.lower().split("-")
    if not all(part in NUMBERS or part == "one" for part in parts):
        return None
    return sum(NUMBERS.get(part, 1) for part in parts)
