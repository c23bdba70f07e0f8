"""What it costs to cancel, asked by somebody whose bookings nobody knows."""

from __future__ import annotations

from apps.concierge.bookings import BookingLookup, UnknownGuest
from apps.concierge.context import Context
from apps.infrastructure import patterns
from apps.knowledge.statements.scoring import particulars
from apps.language.translation import question_words

# "Cancel my dinner, and is there a fee?" is a wish first.
_WISH = patterns.compile(
    r"^\W*(?:(?:hi|hello|hey|please|pls|ok|so)\W+)*(?:(?:can|could|would) you |"
    r"(?:can|could) we please |can i please )?(?:please )?"
    r"(?:cancel|refund (?:me|us|my|our|the))\b|"
    r"\b(?:want|need|have|like|wish|trying) to cancel\b|"
    r"\b(?:want|need|get|give) (?:me |us )?(?:my|our) money back (?:for|from|on)\b",
    "i",
)
# "Cancel policy if one of us drops out" begins like a wish.
_TERMS = patterns.compile(
    r"\bcancel(?:l?ing|l?ation)? "
    r"(?:polic(?:y|ies)|terms|rules?|fees?|costs?|charges?)\b",
    "i",
)


async def are_asked(question: str, context: Context) -> bool:
    """Whether the records are asked for that: a guest who is known hears until when
    his own bookings can be cancelled."""
    plain = context.search.plain(question)
    in_english = question_words.english(plain, context.language)
    particular = particulars.asked_for(in_english)
    is_asked = particular is not None and particular.what == particulars.CANCELLATION
    if not is_asked or _WISH.search(_TERMS.sub("terms", in_english)):
        return False
    return not await _is_guest_known(context)


async def _is_guest_known(context: Context) -> bool:
    try:
        return bool(await context.bookings.look_up(BookingLookup()))
    except UnknownGuest:
        return False
