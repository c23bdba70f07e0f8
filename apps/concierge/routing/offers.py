"""An offer to look something up, and the guest's yes to it.

A reply that only says what the concierge cannot do ends with such an offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from apps.concierge import transcript
from apps.concierge.guardrails import distress
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.language import bare_replies, normalise

# Replies that end with the offer to look up what the guest has asked for.
OFFERING = frozenset({"action_request"})
_MARK = "offers_lookup"
_ASSENT = patterns.compile(
    r"^\W*(?:(?:yes|yeah|yea|yep|yup|ya|sure|ok|okay|please|pls|do|go ahead|go for it|"
    r"of course|absolutely|correct|that(?:'s| is) (?:right|correct|fine)|"
    r"perfect|confirm(?:ed)?|send it|do it|works for me|that works|"
    r"i (?:accept|agree|confirm)|"
    r"it is|right|accept|agreed|deal|de acuerdo|correcto|perfecto|confirmo|acepto|"
    r"parfait|je confirme|j'accepte|entendu|"
    r"definitely|why not|(?:sounds|looks) (?:good|great|right|fine)|thanks|thank you|"
    r"that would be (?:great|nice|lovely|helpful)|(?:i|we)(?:'d| would) (?:like|love) "
    r"that|s[i\u00ed]|claro|dale|vale|bueno|por favor|gracias|oui|volontiers|ouais|"
    r"d'accord|bien s[u\u00fb]r|s'il (?:vous|te) pla[i\u00ee]t|merci|sim|obrigad[oa]|"
    r"\u662f\u7684?|\u597d\u7684?|\u8981|\u8bf7|\u8c22\u8c22)\b?\W*)+$",
    "i",
)
_DISSENT = patterns.compile(
    r"^\W*(?:(?:no|nope|nah|no thanks|no thank you|never ?mind|forget (?:it|about it)|"
    r"leave it|drop it|don'?t|do not|stop|not (?:now|any ?more|really)|rather not|"
    r"(?:please )?(?:cancel|withdraw) (?:it|that|this|the request|my request)|"
    r"i changed my mind|d[e\u00e9]j[ae](?:lo)?|mejor no|ya no|olv[i\u00ed]d(?:alo|elo)|"
    r"non|non merci|laissez? tomber|annulez? (?:ça|cela)|pas (?:la peine|maintenant)|"
    r"(?:that'?s|that is|thats) (?:all|it|everything)(?: for now)?|(?:eso )?es todo|"
    r"c'est tout|"
    r"n\u00e3o|\u4e0d\u8981?|\u4e0d\u7528|thanks|gracias|merci|please|por favor)"
    r"\b?\W*)+$",
    "i",
)
# Thanks alone may as well end the conversation.
_THANKS = patterns.compile(r"^\W*(?:thanks|thank you|gracias|merci|obrigad[oa])\b", "i")


def marks(reply: str) -> dict[str, Any]:
    """What the message of a fixed reply remembers."""
    return {_MARK: True} if reply in OFFERING else {}


def is_yes(text: str) -> bool:
    """Whether the whole message agrees; thanks alone do not."""
    return bool(_ASSENT.search(text)) and not _THANKS.search(text)


def is_no(text: str) -> bool:
    """Whether the whole message declines; thanks alone do not."""
    return bool(_DISSENT.search(text)) and not _ASSENT.search(text)


def acknowledgement(state: ConciergeState) -> str:
    """The reply to a message that only says ok, or no more, where nothing was asked.

    Empty for any other message. In an emergency, "yes" may be news of it.
    """
    *before, latest = state["messages"]
    text = str(latest.text)
    is_agreed = is_yes(text)
    if distress.is_after_emergency(state) or not (is_agreed or is_no(text)):
        return ""
    answers = [own for own in before if isinstance(own, AIMessage)]
    if not answers:
        return "greeting" if bare_replies.is_bare(text) else ""
    if transcript.is_reply(answers[-1], "telling"):
        # "What may I look up for you?" is answered by neither.
        return "small_talk" if is_agreed else "thanks"
    is_asked = normalise.has_question_mark(str(answers[-1].text)[-2:])
    return "" if is_asked else "thanks"


def accepted(messages: Sequence[AnyMessage]) -> str:
    """The guest's wish that an offer was about, if the latest message says yes to it;
    else empty."""
    *before, latest = messages
    spoken = [own for own in before if isinstance(own, HumanMessage | AIMessage)]
    text = str(latest.text)
    if not spoken or not spoken[-1].additional_kwargs.get(_MARK):
        return ""
    if not is_yes(text):
        return ""
    wishes = (
        str(own.text) for own in reversed(spoken) if isinstance(own, HumanMessage)
    )
    return next(wishes, "").strip()
