"""uvicorn with the limits that daphne has."""
