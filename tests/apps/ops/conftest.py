"""The model server of the tests that ask as a guest would."""

from tests.apps.llm.conftest import _server, closed_after, gemini

__all__ = ["_server", "closed_after", "gemini"]
