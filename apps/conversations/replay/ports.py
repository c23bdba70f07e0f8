"""What the ports of a turn have answered, and ports that answer the same again."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from apps.concierge.forecast import WeatherUnavailable
from apps.conversations.replay.plain_values import decode, encode

log = logging.getLogger(__name__)
Port = TypeVar("Port")
RAISED, CANCELLED = "$raised", "$cancelled"
# They answer nothing, and what they do, the answers after them show.
SILENT = frozenset({"start", "cancel", "forget", "forget_everything"})


class NotRecorded(Exception):  # noqa: N818 - it names the question
    """The turn asks what it did not ask when it was recorded."""


class Answers:
    """By port, method and arguments, in the order in which they were given.

    is_whole: all could be kept.
    """

    def __init__(self, stored: dict[str, list[Any]] | None = None) -> None:
        self.stored = stored or {}
        self.is_whole = True
        self._played: dict[str, int] = {}

    def keep(self, key: str, answer: Any) -> None:
        """Never raises: a turn must not fail because it is recorded."""
        try:
            self.stored.setdefault(key, []).append(encode(answer))
        except (TypeError, ValueError) as error:
            log.warning("the answer to %s cannot be recorded: %s", key, error)
            self.is_whole = False

    def next(self, key: str) -> Any:
        """The next answer to this question; the last one is given again and again.

        Raises NotRecorded, or what the port has raised.
        """
        if key not in self.stored:
            raise NotRecorded(key.partition(" ")[0])
        answers, number = self.stored[key], self._played.get(key, 0)
        self._played[key] = number + 1
        answer = decode(answers[min(number, len(answers) - 1)])
        if isinstance(answer, dict) and RAISED in answer:
            is_of_weather = answer[RAISED] == WeatherUnavailable.__name__
            raise (WeatherUnavailable if is_of_weather else RuntimeError)(RAISED)
        return answer


class RecordedPort:
    """Asks a port, and keeps its answers. protocol: the class that it follows."""

    def __init__(self, port: Any, protocol: type[Any], answers: Answers) -> None:
        self._port, self._protocol, self._answers = port, protocol, answers

    def __getattr__(self, name: str) -> Any:
        member = inspect.getattr_static(self._protocol, name)
        value = getattr(self._port, name)
        if isinstance(member, property):
            self._answers.keep(f"{self._protocol.__name__}.{name}", value)
            return value
        method = f"{self._protocol.__name__}.{name}"
        wrap = recorded_later if inspect.iscoroutinefunction(member) else recorded
        return wrap(method, value, self._answers)


class PlayedPort:
    """Answers as a port has answered a `RecordedPort`.

    new_port: is asked what was not asked then, where something has changed.
    """

    def __init__(
        self, protocol: type[Any], answers: Answers, new_port: Any = None
    ) -> None:
        self._protocol, self._answers = protocol, answers
        self._new_port = new_port

    def __getattr__(self, name: str) -> Any:
        member = inspect.getattr_static(self._protocol, name)
        method = f"{self._protocol.__name__}.{name}"
        if isinstance(member, property):
            is_new = self._new_port is not None and method not in self._answers.stored
            return (
                getattr(self._new_port, name) if is_new else self._answers.next(method)
            )
        if name in SILENT:
            is_awaited = inspect.iscoroutinefunction(member)
            return _silent_later if is_awaited else _silent
        new = getattr(self._new_port, name, None)
        if inspect.iscoroutinefunction(member):
            return played_later(method, self._answers, new)
        return played(method, self._answers, new)


def recorded(
    method: str, function: Callable[..., Any], answers: Answers
) -> Callable[..., Any]:
    def ask(*args: Any, **kwargs: Any) -> Any:
        answer = function(*args, **kwargs)
        answers.keep(_key(method, args, kwargs), answer)
        return answer

    return ask


def recorded_later(
    method: str, function: Callable[..., Any], answers: Answers
) -> Callable[..., Any]:
    """The same for a coroutine function, which may fail or be too late."""

    async def ask(*args: Any, **kwargs: Any) -> Any:
        keep = partial(answers.keep, _key(method, args, kwargs))
        try:
            answer = await function(*args, **kwargs)
        except asyncio.CancelledError:
            keep({CANCELLED: True})
            raise
        except Exception as error:
            keep({RAISED: type(error).__name__})
            raise
        keep(answer)
        return answer

    return ask


def played(
    method: str, answers: Answers, new: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """new: answers what was not asked then."""

    def answer(*args: Any, **kwargs: Any) -> Any:
        key = _key(method, args, kwargs)
        if new and key not in answers.stored:
            return new(*args, **kwargs)
        return answers.next(key)

    return answer


def played_later(
    method: str, answers: Answers, new: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    async def answer(*args: Any, **kwargs: Any) -> Any:
        key = _key(method, args, kwargs)
        if new and key not in answers.stored:
            return await new(*args, **kwargs)
        value = answers.next(key)
        if isinstance(value, dict) and CANCELLED in value:
            await asyncio.Event().wait()  # for the deadline that it met then
        return value

    return answer


def _silent(*args: Any, **kwargs: Any) -> None: ...


async def _silent_later(*args: Any, **kwargs: Any) -> None: ...


def _key(method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The method, and a hash of the arguments: guests' words would be long keys."""
    if not (args or kwargs):
        return method
    try:
        text = json.dumps([encode([*args]), encode(kwargs)], sort_keys=True)
    except TypeError:
        text = repr((args, kwargs))
    return f"{method} {hashlib.sha256(text.encode()).hexdigest()[:24]}"
