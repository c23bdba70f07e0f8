"""Where a property takes no texts, who seems to be in danger is helped all the same."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from apps.conversations.models import Alert
from apps.properties.models import FeatureFlag, Property
from apps.sms.models import InboundText
from tests.apps.sms.phone import Phone
from tests.fakes.telnyx import Telnyx

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.fixture
def alice(telnyx: Telnyx, settings: Settings, resort: Property) -> Phone:
    settings.SMS_BURST_SECONDS = 0
    FeatureFlag.objects.create(property=resort, key="sms", is_on=False)
    return Phone(telnyx)


@pytest.mark.parametrize(
    ("words", "kind", "number"),
    [
        ("I want to kill myself", "crisis", "988"),
        ("Quiero matarme", "crisis", "988"),
        ("My husband collapsed and is not breathing", "emergency", "1-888-226-7711"),
        ("Il y a le feu dans ma chambre", "emergency", "1-888-226-7711"),
    ],
)
def test_a_guest_in_danger_reads_whom_to_call(
    alice: Phone, words: str, kind: str, number: str
) -> None:
    answer = alice.text(words)
    assert number in answer
    assert "resting" not in answer
    assert Alert.objects.get().kind == kind
    assert InboundText.objects.get().status == InboundText.Status.ANSWERED


def test_a_question_is_refused(alice: Phone) -> None:
    assert "resting" in alice.text("Is there a fire pit?")
    assert not Alert.objects.exists()
