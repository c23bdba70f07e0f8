"""Watching the system: the doctor, incidents, the dashboard, daily totals."""
