"""First questions on the guest page: a title, a note beneath it, and what it asks."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

STARTERS: dict[str, dict[str, Any]] = {
    "open_now": {
        "title": _("Open now"),
        "note": ngettext_lazy(
            "{count} place to eat, {names}", "{count} places to eat, {names}", "count"
        ),
        "question": _("Which restaurants are open now?"),
    },
    "tonight": {
        "title": _("Tonight at {venue}"),
        "note": _("On stage at {time}"),
        "question": _("What shows are on tonight?"),
    },
    "room": {
        "title": _("A room for the night"),
        "note": _("{room}, from {rate}"),
        "question": _("What kinds of rooms do you have, and what do they cost?"),
    },
    "spa": {
        "title": _("An hour at the spa"),
        "note": "{name}. {state}",
        "question": _("What are the hours of {name}?"),
    },
    "family": {
        "title": _("Something for children"),
        "note": "{names}",
        "question": _("What is there to do with kids?"),
    },
    "parking": {
        "title": _("Parking and getting here"),
        "note": _("Garages, valet and buses"),
        "question": _("Is there free parking?"),
    },
    "rewards": {
        "title": "{name}",
        "note": ngettext_lazy(
            "{count} tier, and how to join", "{count} tiers, and how to join", "count"
        ),
        "question": _("What are the tiers of {name}?"),
    },
    # About the place where the guest is.
    "here_hours": {
        "title": _("When is it open?"),
        "note": "{state}",
        "question": _("What are the hours of {name}?"),
    },
    "here_dress_code": {
        "title": _("What do people wear?"),
        "note": _("The dress code here"),
        "question": _("What is the dress code at {name}?"),
    },
    "here_reservations": {
        "title": _("Do I need a table?"),
        "note": _("Reservations here"),
        "question": _("Do I need a reservation at {name}?"),
    },
    "here_shows": {
        "title": _("What is on here?"),
        "note": _("Shows on this stage"),
        "question": _("What shows are on at {name}?"),
    },
    "here_about": {
        "title": _("What is it?"),
        "note": _("In a few words"),
        "question": _("Tell me about {name}"),
    },
}
