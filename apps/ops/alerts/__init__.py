"""Rules that watch the gauges, silences, and the sign of life for a watcher outside."""
