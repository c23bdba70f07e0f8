"""The guest page: its sentences, first questions, and answers without a script."""
