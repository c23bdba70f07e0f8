"""Days and times in the words of guests."""
