"""Feedback of guests, reviews and approvals of staff, and evaluations."""
