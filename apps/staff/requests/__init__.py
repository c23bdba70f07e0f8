"""The queue in which staff decide on what guests ask for, live in the browser."""
