"""The door for text messages: they come in from Telnyx, and answers go out to it."""
