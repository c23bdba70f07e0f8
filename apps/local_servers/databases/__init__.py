"""The local PostgreSQL and Redis: starting, sharing and stopping them."""
