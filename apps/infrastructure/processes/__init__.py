"""What one process may do at once, in its children, and when it frees memory."""
