"""Opening hours: computed, validated and written out for guests and staff."""
