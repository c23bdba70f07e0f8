"""What names a guest is heard in seven languages; what names the resort is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.conversations.sharing import personal_data
from apps.infrastructure import yaml_files

MESSAGES = yaml_files.read(Path(__file__).with_name("personal_messages.yaml"))
PUBLIC_WORDS = frozenset(
    {"gordon", "ramsay", "bobby", "flay", "bar", "americain", "tom", "petty", "tao"}
)
# "Meine Frau" has the capitals of a name; leaving out too much does no harm.
MOST_LEFT_OUT = 1


def test_all_personal_messages_are_recognised() -> None:
    texts = MESSAGES["personal"]
    assert [t for t in texts if not personal_data.is_in(t, PUBLIC_WORDS)] == []


def test_hardly_any_other_message_is() -> None:
    texts = MESSAGES["impersonal"]
    left_out = [text for text in texts if personal_data.is_in(text, PUBLIC_WORDS)]
    assert len(left_out) <= MOST_LEFT_OUT, left_out


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my name is mirela and I like fish", {"mirela"}),
        ("Is this Bobby Flay here", set()),
        ("I'm Deaf, are there captions?", set()),
        ("我叫王小明", {"王小明"}),
        ("my wife's Jennifer's friend", {"jennifer"}),
    ],
)
def test_names_are_told_by_themselves(text: str, names: set[str]) -> None:
    assert personal_data.names(text, PUBLIC_WORDS) == names


def test_a_name_is_found_again() -> None:
    names = personal_data.names("Me llamo Lucía, y ella 我叫王小明", PUBLIC_WORDS)
    assert personal_data.repeats("¿Puede LUCIA nadar?", names)
    assert personal_data.repeats("王小明可以游泳吗", names)
    assert not personal_data.repeats("Is there a pool and a spa?", names)
