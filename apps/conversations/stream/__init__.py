"""Events of a turn: published, shared through Redis, followed."""
