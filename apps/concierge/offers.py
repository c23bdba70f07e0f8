"""An offer to look something up, and the guest's yes to it.

A reply that only says what the concierge cannot do ends with such an offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from apps.infrastructure import patterns

# Replies that end with the offer to look up what the guest has asked for.
OFFERING = frozenset({"action_request"})
_MARK = "offers_lookup"
_ASSENT = patterns.compile(
    r"^\W*(?:(?:yes|yeah|yea|yep|yup|ya|sure|ok|okay|please|pls|do|go ahead|go for it|"
    r"of course|absolutely|definitely|why not|sounds (?:good|great)|thanks|thank you|"
    r"that would be (?:great|nice|lovely|helpful)|(?:i|we)(?:'d| would) (?:like|love) "
    r"that|s[i\u00ed]|claro|dale|vale|bueno|por favor|gracias|oui|volontiers|ouais|"
    r"d'accord|bien s[u\u00fb]r|s'il (?:vous|te) pla[i\u00ee]t|merci|sim|obrigad[oa]|"
    r"\u662f\u7684?|\u597d\u7684?|\u8981|\u8bf7|\u8c22\u8c22)\b?\W*)+$",
    "i",
)
# Thanks alone may as well end the conversation.
_THANKS = patterns.compile(r"^\W*(?:thanks|thank you|gracias|merci|obrigad[oa])\b", "i")


def marks(reply: str) -> dict[str, Any]:
    """What the message of a fixed reply remembers."""
    return {_MARK: True} if reply in OFFERING else {}


def accepted(messages: Sequence[AnyMessage]) -> str:
    """The guest's wish that an offer was about, if the latest message says yes to it;
    else empty."""
    *before, latest = messages
    spoken = [own for own in before if isinstance(own, HumanMessage | AIMessage)]
    text = str(latest.text)
    if not spoken or not spoken[-1].additional_kwargs.get(_MARK):
        return ""
    if not _ASSENT.search(text) or _THANKS.search(text):
        return ""
    wishes = (
        str(own.text) for own in reversed(spoken) if isinstance(own, HumanMessage)
    )
    return next(wishes, "").strip()
