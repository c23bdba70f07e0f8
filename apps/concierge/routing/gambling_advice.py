"""Splits a wish for gambling advice from the other questions of a message."""

from __future__ import annotations

from apps.concierge.context import Context
from apps.concierge.routing import intent, misreadings
from apps.knowledge.question import parts
from apps.language.translation import question_words

# Least chance of being a question, for a message without its wish for gambling advice.
LEAST_SEARCHED = 0.7


async def without(question: str, context: Context) -> str:
    """The other questions of a message that asks how to play as well; usually empty."""
    plain = context.search.plain(question)
    if misreadings.asks_of_the_house(question_words.english(plain, context.language)):
        return ""
    clauses = parts.clauses(plain, context.language)
    if len(clauses) > parts.MAX_PIECES:
        return ""
    unwanted = [text for text in clauses if await _wants_advice(text, context)]
    if not unwanted:
        return ""
    other_questions = parts.without(plain, context.language, unwanted)
    is_question = intent.classify(other_questions).searched_chance >= LEAST_SEARCHED
    return other_questions if is_question else ""


async def _wants_advice(clause: str, context: Context) -> bool:
    """A vector is made only for a clause whose words already ask for advice."""
    by_words = intent.classify(clause)
    if by_words.category != intent.GAMBLING_ADVICE:
        return False
    vector = await context.search.vector_of(clause)
    return intent.classify(clause, vector).is_gambling_advice
