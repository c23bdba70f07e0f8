"""What turns know of their guests, and what they note."""
