"""What staff read of conversations: the talks, and who may need a person."""

from apps.conversations.admin import alerts, talks

__all__ = ["alerts", "talks"]
