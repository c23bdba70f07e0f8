"""What depends on the moment: what is open, what is on, who plays."""
