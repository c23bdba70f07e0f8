"""Watches the installation: doctor, incidents, dashboard and daily totals."""
