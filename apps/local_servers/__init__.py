"""PostgreSQL, Redis and the site itself, run on one machine."""
