"""The fixtures of the model tests."""

from tests.apps.llm.conftest import _server, closed_after, gemini, offline

__all__ = ["_server", "closed_after", "gemini", "offline"]
