"""What guests and staff think of answers, and what is made of it."""
