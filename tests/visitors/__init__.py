"""Who tries to read at every door what belongs to another resort."""
