"""What is logged, and where."""

from typing import Any

LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"


def configuration(level: str) -> dict[str, Any]:
    """One line an event to stderr; messages of guests are in no line."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": LINE}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # httpx writes whole addresses at INFO; a key could stand in one.
        "loggers": {
            "httpx": {"level": "WARNING"},
            "google_genai": {"level": "WARNING"},
        },
    }
