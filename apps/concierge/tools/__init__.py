"""What may be called beside the records: by the router offline, and by models."""
