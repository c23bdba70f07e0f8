"""What a question is about: the rows it names, and the criteria it gives."""
