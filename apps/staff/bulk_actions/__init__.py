"""Actions on many rows: immediately for a few, by a Celery worker for many."""
