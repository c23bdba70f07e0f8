"""The report of experiments: figures of each arm, and whether arms differ."""
