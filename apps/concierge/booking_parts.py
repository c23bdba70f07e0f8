"""Divides a message about bookings from what it asks of the resort besides:
"cancel my dinner and what time does the pool open"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain, pairwise
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage

from apps.concierge import bookings, replies
from apps.concierge.bookings import BookingReply, Expected
from apps.concierge.context import Context
from apps.concierge.routing import intent
from apps.concierge.state import ConciergeState
from apps.infrastructure import patterns
from apps.knowledge.question import limits, parts
from apps.knowledge.statements.ranking import IN_PART_BELOW
from apps.language import normalise
from apps.language.translation import question_words

# Least chance of being a question, for a message without its part about bookings.
LEAST_SEARCHED = 0.7
_MARKER = patterns.compile(r"\[(\d{1,2})\]")
# After these, a first "yes" or "no" is an answer of its own.
_AFTER_WORD = patterns.compile(r"[,.!;]+ *(?:and )?| and ")
_ASKING = patterns.compile(
    r"^(?:(?:and|also|but|y|et|e|mais|pero|mas) )*(?:wh\w+|how\w*|is|are|do|does|did|"
    r"can|could|will|would|may|tell|show|que|cual\w*|cuant\w+|cuando|donde|como|hay|"
    r"tienen|puedo|podemos|dime|digame|quel\w*|quand|ou|combien|comment|est ce|y a|"
    r"peut|pouvez|avez|dites|qual|quais|quando|onde|quant\w+|tem|posso|ha) "
)
# What is said of a wish, and asks nothing by itself.
_GOING_ON = patterns.compile(
    r"^(?:and |but )?(?:it|its|they|theyre|that|thats|because|since|"
    r"as (?:it|we|i|they)|porque|ya que|esta|estan|parce|car|il|elle|ils|"
    r"elles|weil|es|sie|ele|ela) "
)
# What is hoped for besides: "window table if poss".
_HOPING = patterns.compile(
    r"\b(?:if poss\w*|if (?:it|thats|that is|its) (?:is )?(?:at all )?possible|"
    r"if (?:you|they) (?:can|could)|(?:would|d|ll) be (?:\w+ )?"
    r"(?:great|nice|lovely|ideal|perfect|good|wonderful|appreciated)|"
    r"si (?:es |fuera )?posible|si (?:se )?puede(?: ser)?|estaria (?:bien|genial)|"
    r"si (?:c est )?possible|ce serait (?:bien|super|parfait)|"
    r"se (?:for )?possivel|wenn moglich|se possibile)$"
)
_INTERJECTIONS = patterns.compile(
    r"^(?:(?:oh|ah|hey|hi|hm+|um|euh|well|so|no|not|nope|non|pas|wait|sorry|actually|ok|"
    r"okay|oye|bueno|perdon|pardon|nein|nicht)\b[ ,.!]*)+"
)
_PRICE = patterns.compile(
    r"\b(?:how much|costs?|prices?|fees?|charges?|free|policy|rules?)\b", "i"
)
# What the guest's yes or no may be about.
_WAITS = frozenset({"confirmation", "offer"})


def divide(question: str, expected: Expected, context: Context) -> tuple[str, str]:
    """The part about bookings, and the other questions, which are usually empty.

    Both are where the guest only says how to address him: "call me Maria".
    """
    own_words = context.bookings
    is_of_address = context.telling.is_of_address and not own_words.says_who(question)
    is_of_none = is_of_address and not expected
    return ("", "") if is_of_none else _divided(question, expected, context)


def _divided(question: str, expected: Expected, context: Context) -> tuple[str, str]:
    waits = expected.get("for") in _WAITS
    own_words = context.bookings
    is_asked = waits or expected.get("for") == "choice"
    if is_asked and (own_words.decides(question) or own_words.sets_condition(question)):
        return question, ""
    word, remainder = _first_word(question, expected, context)
    if word and not _is_own_in_part(remainder, context):
        is_apart = _asks(remainder) and is_question(remainder)
        is_apart = is_apart and len(remainder.split()) > 1  # "sure, why?"
        return (word, remainder) if is_apart else (question, "")
    introduction = own_words.introduction(question)
    remainder = question.removeprefix(introduction).lstrip(" ,.;!")
    is_own = own_words.wants(remainder, is_after_own=True)
    is_own = is_own or own_words.says_which(remainder)
    if introduction and not is_own and is_question(remainder):
        return introduction, remainder
    plain = context.search.plain(question)
    clauses = parts.clauses(plain, context.language)
    own = _that_say_which(clauses, expected, context)
    own += _own_clauses(clauses, context, waits=waits)
    if own:  # "never mind, cancel that request" asks the records nothing
        own += filter(own_words.decides, clauses)
        own += _that_say_who(clauses, context)
    if not own or len(clauses) > parts.MAX_PIECES:
        return question, ""
    other_questions = parts.without(plain, context.language, own)
    if not is_question(other_questions) or _says_nothing(other_questions, context):
        return question, ""
    remaining = [clause for clause in clauses if clause not in own]
    return parts.without(plain, context.language, remaining), other_questions


async def rule_of_stay(own: str, context: Context) -> str:
    """The question that the records answer about the times of a stay, for a guest who
    is asked who he is before his late check-out; empty for all other messages."""
    if not await context.bookings.asks_for_stay(own):
        return ""
    question = replies.say("stay_times_question", context.language)
    context.search.start(question, ())
    reading = (await context.search.results(schedule=False)).reading
    return question if reading.get("exact", 0.0) >= IN_PART_BELOW else ""


def asks_for_price(own: str, context: Context) -> bool:
    """Whether somebody only wants to know what it costs to leave later."""
    in_english = question_words.english(context.search.plain(own), context.language)
    return limits.names_money(in_english) or bool(_PRICE.search(in_english))


def append(text: str, state: ConciergeState) -> str:
    """The answer from the records, and after it that about bookings, if any."""
    own = state["booking_reply"]
    if not own:
        return text
    first = len(state["citations"])
    shifted = _MARKER.sub(lambda mark: f"[{int(mark[1]) + first}]", own["text"])
    return f"{text}\n\n{shifted}"


def mark(state: ConciergeState) -> dict[str, Any]:
    """What the message of the answer remembers of it; empty for other answers."""
    own = state["booking_reply"]
    return {bookings.MARK: dict(own["expects"])} if own else {}


def close(update: Mapping[str, Any], state: ConciergeState) -> dict[str, Any]:
    """An update of the state that ends an answer, with the part about bookings."""
    own = state["booking_reply"]
    if not own:
        return dict(update)
    citations = [*update.get("citations", state["citations"])]
    first = len(citations)
    shifted = [{**each, "n": each["n"] + first} for each in own["citations"]]
    sources = [*update.get("sources_used", ()), *(["booking"] if shifted else [])]
    return {
        **update,
        "citations": [*citations, *shifted],
        "sources_used": sources,
        "requests": list(own["requests"]),
        "followups": [*own["choices"], *update.get("followups", ())],
        "alert": own["alert"] or state["alert"],
    }


def stored(reply: BookingReply) -> dict[str, Any]:
    """As plain data for the state."""
    return asdict(reply)


def marked(answer: AnyMessage, text: str, state: ConciergeState) -> AIMessage:
    """The same message with other words; its id replaces it instead of adding one."""
    kwargs = {**answer.additional_kwargs, **mark(state)}
    return AIMessage(text, id=answer.id, additional_kwargs=kwargs)


def _own_clauses(clauses: Sequence[str], context: Context, *, waits: bool) -> list[str]:
    """Those about bookings, and what is said of them after: "it's dripping"."""
    own: list[str] = []
    before = ""
    for clause in clauses:
        is_after_own = bool(own) and before == own[-1]
        goes_on = is_after_own and _goes_on(clause)
        if goes_on or _is_own(clause, context, waits=waits, is_after_own=is_after_own):
            own.append(clause)
        before = clause
    return own


def _that_say_which(
    clauses: Sequence[str], expected: Expected, context: Context
) -> list[str]:
    """Those that answer which booking is meant, where that was asked: "the dinner"."""
    if expected.get("for") != "choice":
        return []
    return [each for each in clauses if context.bookings.says_which(each)]


def _that_say_who(clauses: Sequence[str], context: Context) -> list[str]:
    """Those with a code and a name, or with one beside the other: "SPA1, okafor"."""
    says_who = context.bookings.says_who
    pairs = [
        pair
        for pair in pairwise(clauses)
        if says_who(", ".join(pair)) and not any(map(says_who, pair))
    ]
    return [*filter(says_who, clauses), *chain.from_iterable(pairs)]


def _goes_on(clause: str) -> bool:
    words = normalise.words(normalise.visible(clause))
    goes_on = _GOING_ON.search(words) or _HOPING.search(words)
    return bool(goes_on) and not _asks(clause)


def _is_own(
    clause: str, context: Context, *, waits: bool, is_after_own: bool = False
) -> bool:
    """Whether a clause is about bookings.

    waits: a request waits for the guest's word, so that a yes, a no and another time
    are about it. is_after_own: it follows a clause that is.
    """
    own = context.bookings
    is_answer = waits and (own.decides(clause) or own.corrects(clause))
    return is_answer or own.wants(clause, is_after_own=is_after_own)


def _is_own_in_part(remainder: str, context: Context) -> bool:
    """Whether what follows a yes or a no is about bookings as well."""
    clauses = parts.clauses(remainder, context.language) or [remainder]
    return any(_is_own(clause, context, waits=True) for clause in clauses)


def _first_word(question: str, expected: Expected, context: Context) -> tuple[str, str]:
    """ "Yes" and the rest of "yes, and when does the pool open?"."""
    end = _AFTER_WORD.search(question)
    if expected.get("for") not in _WAITS or end is None:
        return "", ""
    word, remainder = question[: end.start()], question[end.end() :]
    return (word, remainder) if context.bookings.decides(word) else ("", "")


def _says_nothing(text: str, context: Context) -> bool:
    """Whether "oh" and "not the room" stand beside a part about bookings."""
    words = normalise.words(normalise.visible(text))
    further = _INTERJECTIONS.sub("", f"{words} ").strip()
    return not further or context.bookings.says_which(further)


def _asks(text: str) -> bool:
    """Whether it has the form of a question: other words belong to the yes or no."""
    words = normalise.words(normalise.visible(text))
    return normalise.has_question_mark(text) or bool(_ASKING.search(words))


def is_question(text: str) -> bool:
    """Whether a part of a message is likely to ask something of the records."""
    return intent.classify(text).searched_chance >= LEAST_SEARCHED
