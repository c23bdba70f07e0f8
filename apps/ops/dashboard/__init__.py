"""The dashboard for operators, and the same gauges for Prometheus."""
