"""Opening hours in Canadian French."""

from datetime import time

from apps.catalog.hours.vocabulary.vocabulary import Vocabulary


def clock(at: time) -> str:
    """17 h, 17 h 30."""
    return f"{at.hour} h {at.minute:02}" if at.minute else f"{at.hour} h"


FRENCH = Vocabulary(
    weekdays=(
        "lundi",
        "mardi",
        "mercredi",
        "jeudi",
        "vendredi",
        "samedi",
        "dimanche",
    ),
    months=(
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ),
    clock=clock,
    long_day="{weekday} {day} {month}",
    both="{first} et {last}",
    comma=", ",
    span="de {opens} à {closes}",
    day_span="{first} à {last}",
    every_day="tous les jours",
    whole_day="24 heures sur 24",
    whole_day_from="24 heures à partir de {opens}",
    hours_of_days="{days}, {hours}",
    closed_on="fermé {days}",
    open_always="Ouvert 24 heures sur 24",
    open_until="Ouvert maintenant jusqu’à {time}",
    open_until_soon="Ouvert maintenant jusqu’à {time}, ferme bientôt",
    open_until_day="Ouvert maintenant jusqu’au {day} à {time}",
    closed="Fermé maintenant",
    closed_because="Fermé maintenant ({note})",
    opens_today="{closed} ; ouvre aujourd’hui à {time}",
    opens_on="{closed} ; ouvre {day} à {time}",
    not_soon="{closed} ; n’ouvre pas dans les 14 prochains jours",
    open_then="Ouvert {when}",
    closed_then="Fermé {when}",
    exception="{days} : {hours}",
    exception_closed="{days} : fermé",
    because="{said} ({note})",
    tonight="ce soir à {time}",
    today="aujourd’hui à {time}",
    tomorrow="demain à {time}",
    on_day="{day} à {time}",
    began="a commencé à {time}",
    semicolon=" ; ",
)
