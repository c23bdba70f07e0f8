"""Sentences of the pages and panels beside the chat: documents, the map and shared
conversations. `apps/webchat/locale` has the other languages.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

DOCUMENT = {
    "page_of": _("Page {number} of {count}"),
    "page_text": _("The text of this page"),
    "previous": _("Previous page"),
    "next": _("Next page"),
    "marked_note": _("What the answer quotes is marked."),
    "newer": _(
        "A newer version has replaced the document that the answer quotes. "
        "This is the newer one."
    ),
    "picture": _("Page {number} as a picture; its text follows."),
    "no_picture": _("This page cannot be shown as a picture. Its text follows."),
    "back": _("Back to the concierge"),
}


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


# Of the panel in which a guest shares; they come when it opens.
SHARE = {
    "share_title": _("Share this conversation"),
    "share_note": _(
        "Anyone with this link can read what has been said so far, but cannot "
        "write. It works until {until}, or until you stop sharing in the menu."
    ),
    "share_left_out": _(
        "Left out: bookings and requests, what I remember about you, everything about "
        "danger or distress, and messages in which I notice a name, an address, a "
        "room, a birthday, or the number of a document or card. I do not notice "
        "everything, so read it before you share it."
    ),
    "share_look": _("Read what others will see"),
    "share_nothing": _(
        "There is nothing to share yet. Only questions that the resort’s records "
        "answer can be shared; bookings and personal matters stay here."
    ),
    "share_scan": _("Point your phone’s camera at the code to open it there."),
    "share_code": _("QR code of the link"),
    "share_link": _("Link"),
    "share_copy": _("Copy the link"),
    "share_send": _("Send it"),
    "share_stopped": _("You have stopped sharing. Links to this chat no longer work."),
}

# Of the page behind the link.
SHARED = {
    "shared_title": _("A conversation with the AI concierge"),
    "shared_note": _(
        "A guest of {name} shared these answers of an AI on {when}; they may have "
        "changed since. Bookings and personal matters are left out."
    ),
    "shared_empty": _("Nothing of this conversation can be shown."),
    "shared_over": _("This link no longer opens a conversation."),
    "shared_over_note": _("It has expired, or whoever made it has stopped sharing."),
    "shared_too_fast": _("Too many requests. Please try again in {seconds} seconds."),
    "shared_ask": _("Ask the concierge"),
    "shared_mentioned": _("Mentioned in this answer"),
    "card_link": _("Visit the page"),
    "you_asked": _("They asked:"),
    "concierge": _("Concierge"),
    "call_resort": _("Call the resort"),
}
