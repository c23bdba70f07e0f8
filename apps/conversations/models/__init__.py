"""Conversations: what was said, how it came about, what is thought of it."""

from apps.conversations.models.opinions import Alert, Feedback
from apps.conversations.models.reviews import EvaluationCase, EvaluationRun, Review
from apps.conversations.models.talks import Conversation, Message, Turn

__all__ = [
    "Alert",
    "Conversation",
    "EvaluationCase",
    "EvaluationRun",
    "Feedback",
    "Message",
    "Review",
    "Turn",
]
