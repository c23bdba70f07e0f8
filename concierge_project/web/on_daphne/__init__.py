"""daphne with limits."""
