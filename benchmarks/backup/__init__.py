"""How long a backup and its restore take, and whether all of it comes back."""
