"""The staff's admin: catalog, conversations, imports, gaps and accounts."""
