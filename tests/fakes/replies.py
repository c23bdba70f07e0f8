"""Replies that a test can script a fake server of models to give."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Text:
    """Streamed word by word, `pause` seconds before each and `first_pause` at first.

    in_blocks: the content is a list, with a thought before the words.
    """

    text: str
    pause: float = 0.0
    first_pause: float = 0.0
    finish: str = "STOP"
    thoughts: int = 0
    in_blocks: bool = False


@dataclass(frozen=True)
class Json:
    """A structured answer as it stands."""

    value: Any


@dataclass(frozen=True)
class BadForm:
    """A call of the form's tool, or an answer in its place, that is cut-off JSON."""

    text: str = '{"intent": "din'


@dataclass(frozen=True)
class Failure:
    """An error of the API, with the body of its protocol."""

    status: int
    message: str = "Something went wrong."
    reason: str = ""
    retry_delay: str = ""


@dataclass(frozen=True)
class Cut:
    """Some words, then the connection breaks; `cleanly` ends it without a reason."""

    text: str
    cleanly: bool = False


@dataclass(frozen=True)
class Garbage:
    """Bytes that are no JSON."""

    body: str = "<html>surprise</html>"


@dataclass(frozen=True)
class Blocked:
    """The safety filter: no candidate, or a candidate that ends in the middle."""

    reason: str = "SAFETY"


@dataclass(frozen=True)
class Calls:
    """Calls of tools, by name and arguments; `text` is said before.

    Arguments that are a text are malformed, each in the way of its protocol.
    """

    calls: tuple[tuple[str, dict[str, Any] | str], ...]
    text: str = ""


Reply = Text | Json | BadForm | Failure | Cut | Garbage | Blocked | Calls
