"""“Nov. 27, 2026, 7:30 PM”: hours as in the opening hours of the resorts."""

TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "N j, Y, g:i A"
