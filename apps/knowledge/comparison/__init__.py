"""Rows side by side: what differs, what is most, what comes next."""
