"""How much guests may ask, what that may cost, and what those read who have to wait."""
