"""The filters of an answer do before its first word only what it may need."""

from __future__ import annotations

from typing import Any, cast
from unittest.mock import patch

from apps.concierge.answer import stream
from apps.concierge.state import ConciergeState, new_turn, question_input
from tests.apps.concierge.conftest import BALLO, context


def test_passages_are_searched_for_personal_data_once_there_is_some() -> None:
    values: dict[str, Any] = {
        **new_turn(),
        **question_input("Is Ballo open?", "m1"),
        "retrieved_context": [BALLO],
    }
    turn_context = context(BALLO)
    phone = turn_context.resort.phone
    with patch.object(stream, "_letters", wraps=stream._letters) as letters:
        spoken = stream.build(cast("ConciergeState", values), turn_context)
        shown = spoken.feed("Ballo serves Italian food. [1] ")
        assert not letters.called
        shown += spoken.feed(f"Call {phone}. [1]") + spoken.flush()
    assert phone in shown
    assert letters.called
