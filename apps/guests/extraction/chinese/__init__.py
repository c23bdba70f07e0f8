"""Facts of guests who write Chinese, whose words have no spaces."""

from apps.guests.extraction.chinese.messages import (
    LANGUAGE,
    asks_nothing,
    claims_in,
    is_quote,
    plain,
)

__all__ = ["LANGUAGE", "asks_nothing", "claims_in", "is_quote", "plain"]
