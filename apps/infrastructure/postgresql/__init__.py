"""Django's backend for PostgreSQL, with a role for the owner and a scope of rows."""
