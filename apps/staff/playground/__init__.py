"""Staff ask a question as a guest would, drafts included, and see every stage."""
