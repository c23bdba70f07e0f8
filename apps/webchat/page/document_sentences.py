"""Sentences of the pages that show documents; `apps/webchat/locale` has the others."""

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
