"""The Gemini API behind the ports of this app."""
