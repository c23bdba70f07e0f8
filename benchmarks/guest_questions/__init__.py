"""Asks the questions of guests and judges the answers by patterns."""
