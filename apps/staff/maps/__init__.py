"""Maps of the resorts: the codes that are printed for their places."""
