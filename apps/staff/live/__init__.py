"""Lists that staff keep open and that bring themselves up to date."""
