"""Files that a property has handed in: their upload, their text and their life."""
