"""Documents of an invented resort, questions of two authors, and how they are asked."""
