"""The web process: daphne with limits, watched by a thread of its own."""
