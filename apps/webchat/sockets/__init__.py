"""What the guest's websocket reads, follows and is told, beside its consumer."""
