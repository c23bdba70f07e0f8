"""Sentences of shared conversations; `apps/webchat/locale` has the others."""

from django.utils.translation import gettext_lazy as _

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
