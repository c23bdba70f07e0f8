"""Ask a question as a guest would, with drafts, and see every stage."""
