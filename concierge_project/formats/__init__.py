"""How dates and times are written, by language, where Django's way is another."""
