"""LangChain's Gemini clients, made from the settings."""

from typing import Any

from django.conf import settings
from langchain_google_genai import ChatGoogleGenerativeAI

from apps.infrastructure.loop_clients import clients
from apps.llm.chat import Role

# Longest matching beginning of a model's name wins. Generation 3 takes a level and has
# its own temperature; 2.5 takes a budget in tokens, which its pro model cannot switch
# off. https://ai.google.dev/gemini-api/docs/thinking
_QUICK: dict[str, dict[str, Any]] = {
    "gemini-2.5-pro": {"thinking_budget": 128},
    "gemini-2.5": {"thinking_budget": 0},
    "gemini-3": {"reasoning_effort": "minimal"},
    "gemini-3-pro": {"reasoning_effort": "low"},
    "gemini-3.1-pro": {"reasoning_effort": "low"},
}
_OWN_TEMPERATURE = "gemini-3"


def model_names() -> list[str]:
    """The preferred model and those that stand in for it, each once, in order."""
    return list(dict.fromkeys([settings.MODEL_NAME, *settings.MODEL_FALLBACKS]))


def chat(role: Role, name: str) -> ChatGoogleGenerativeAI:
    """The client of the running loop; making one costs about 100 ms."""
    options = _options(role, name)
    return clients().get(
        ("chat", *sorted((key, str(value)) for key, value in options.items())),
        lambda: ChatGoogleGenerativeAI(**options),
    )


def _options(role: Role, name: str) -> dict[str, Any]:
    options: dict[str, Any] = {
        "model": name,
        "google_api_key": settings.GOOGLE_API_KEY,
        "base_url": settings.GOOGLE_BASE_URL or None,
        "timeout": settings.MODEL_TIMEOUT_SECONDS,
        "max_retries": settings.MODEL_MAX_RETRIES + 1,
        "max_output_tokens": settings.MODEL_MAX_OUTPUT_TOKENS,
        "vertexai": False,
    }
    if not name.startswith(_OWN_TEMPERATURE):
        is_speaker = role == "speaker"
        options["temperature"] = settings.MODEL_TEMPERATURE if is_speaker else 0.0
    return options | _thinking(name)


def _thinking(name: str) -> dict[str, Any]:
    """As little as the model allows: every role is on the guest's waiting time."""
    families = [family for family in _QUICK if name.startswith(family)]
    return _QUICK[max(families, key=len)] if families else {}
