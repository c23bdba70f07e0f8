"""What is PostgreSQL's own: the backend, its roles, policies and storable values."""
