"""The OpenAI API, which many servers speak, behind the ports of this app."""
