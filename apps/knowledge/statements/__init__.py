"""Every sentence that a property's records can say, ranked by how well it answers."""
