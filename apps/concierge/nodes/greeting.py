"""A welcome that names what can be asked about, a goodbye or a friendly word."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from apps.concierge import replies, transcript
from apps.concierge.answer import fixed_replies
from apps.concierge.answer.fixed_replies import FixedReply
from apps.concierge.context import Context
from apps.concierge.guardrails import distress, temptation
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns

# Guests who take leave or chat want no welcome; the query type is the reply's id.
SHORT_REPLIES = ("thanks", "small_talk")
# Who takes leave with a greeting ("goodbye") wants no welcome either.
THANKS = patterns.compile(
    r"\b(thanks?|thx|cheers|(good)?bye|good night|gracias|adi[oó]s|obrigad[oa]|tchau|"
    r"merci|au revoir)\b|谢谢|再见",
    "i",
)
# Of a message without words.
PLEASED = patterns.compile(
    "[\U0001f44d\U0001f44c\u2705\U0001f64f\u2764\U0001f60a\U0001f60d\U0001f389]"
)


async def greeting(state: ConciergeState, runtime: Runtime[Context]) -> dict[str, Any]:
    context, query_type = runtime.context, state["query_type"]
    question = transcript.question(state["messages"])
    if query_type != "telling" and _gives_thanks(question):
        query_type = "thanks"
    if query_type == "telling":
        reply, closing_reply = _thanks(context), fixed_replies.closing(state, context)
        text = replies.say(reply, context.language)
        return _notice(context, text, closing_reply, transcript.reply_mark(reply))
    if query_type in SHORT_REPLIES and (category := distress.category_of_care(state)):
        closing_reply = fixed_replies.beside(category, context)
        text = replies.say("thanks_after_care", context.language)
        return _notice(context, text, closing_reply)
    if query_type in SHORT_REPLIES:
        text = replies.say(query_type, context.language, property=context.resort.name)
        return _notice(context, text, fixed_replies.closing(state, context))
    if question and not transcript.has_words(question):
        return _notice(context, replies.say("no_words", context.language))
    kinds = temptation.offered_kinds(state, await context.categories())
    text = replies.say(
        "greeting",
        context.language,
        property=context.resort.name,
        phone=context.resort.phone,
        categories=replies.list_categories(kinds, context.language),
    )
    return _notice(context, text)


def _gives_thanks(question: str) -> bool:
    is_pleased = not transcript.has_words(question) and PLEASED.search(question)
    return bool(is_pleased or THANKS.search(question))


def _thanks(context: Context) -> str:
    """The reply to what the guest has told; a doubt is asked in the closing reply."""
    if context.telling.is_of_loss:
        return "telling_of_loss"
    return "telling_doubtful" if context.telling.doubt else "telling"


def _notice(
    context: Context,
    text: str,
    closing_reply: FixedReply | None = None,
    marks: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    text = fixed_replies.append(text, closing_reply)
    context.send_replacement(text)
    return {
        "messages": [AIMessage(text, additional_kwargs={**marks})],
        "answer_kind": "notice",
        "sources_used": [],
        "followups": list(closing_reply.choices) if closing_reply else [],
        **fixed_replies.help_of(closing_reply),
    }
