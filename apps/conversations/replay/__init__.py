"""Records what a turn depended on, runs it again, and compares what comes of it."""
