"""Staff change a row without changing what guests see, and publish it later."""
