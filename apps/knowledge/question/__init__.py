"""What a question is about: the place, its name, the criteria."""
