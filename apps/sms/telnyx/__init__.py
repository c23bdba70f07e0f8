"""What Telnyx sends us, how it signs it, and how we send by it."""
