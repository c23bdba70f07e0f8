"""The weather at the resort: by the hour, by the day, and as statistics."""
