"""What this project uses of the Gemini client beyond its public interface."""

from __future__ import annotations

from importlib.metadata import version

from langchain_google_genai.chat_models import ChatGoogleGenerativeAIError

from apps.llm.gemini import errors

# After an upgrade, check that `errors.CLIENT_ERROR` is still the base of the client's
# errors, then name the new version here.
WRITTEN_FOR = "4.4"


def test_it_was_written_for_the_installed_version() -> None:
    assert version("langchain-google-genai").rpartition(".")[0] == WRITTEN_FOR


def test_it_catches_every_error_of_the_client() -> None:
    assert errors.CLIENT_ERROR.__name__ == "GoogleGenerativeAIError"
    assert issubclass(ChatGoogleGenerativeAIError, errors.CLIENT_ERROR)
