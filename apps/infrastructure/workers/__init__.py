"""Tasks for Celery: how they are sent, what they see, and whether anybody runs them."""
