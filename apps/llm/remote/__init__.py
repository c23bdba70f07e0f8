"""What the clients of all servers of models share."""
