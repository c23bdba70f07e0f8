"""Conversations with their messages, turns, alerts, feedback and reviews."""

from apps.conversations.models.booking_access import (
    BookingAccess,
    BookingLink,
    CodeTries,
)
from apps.conversations.models.conversations import Conversation, Turn
from apps.conversations.models.expenses import Expense
from apps.conversations.models.feedback import Alert, Feedback
from apps.conversations.models.messages import Message
from apps.conversations.models.recordings import TurnRecording
from apps.conversations.models.retention_runs import RetentionRun
from apps.conversations.models.reviews import EvaluationCase, EvaluationRun, Review
from apps.conversations.models.share_links import ShareLink

__all__ = [
    "Alert",
    "BookingAccess",
    "BookingLink",
    "CodeTries",
    "Conversation",
    "EvaluationCase",
    "EvaluationRun",
    "Expense",
    "Feedback",
    "Message",
    "RetentionRun",
    "Review",
    "ShareLink",
    "Turn",
    "TurnRecording",
]
