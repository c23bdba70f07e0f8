"""The web process: daphne or uvicorn with limits, watched by a thread of its own."""
