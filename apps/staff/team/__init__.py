"""Managers of properties invite the staff of these and change their roles."""
