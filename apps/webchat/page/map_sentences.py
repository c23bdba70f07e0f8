"""Sentences of the map, which come with it; `apps/webchat/locale` has the others."""

from django.utils.translation import gettext_lazy as _

MAP = {
    "map_title": _("Map of the resort"),
    "map_help": _("Move the map with the arrow keys, plus and minus."),
    "map_closer": _("Closer"),
    "map_farther": _("Farther away"),
    "map_whole": _("The whole map"),
    "map_near": _("Near here"),
    "map_choose": _("Choose a place on the map."),
    "map_ask": _("Ask about it"),
    "map_question": _("Tell me about {name}"),
}
