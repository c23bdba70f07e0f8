"""Misspelt words of guests repaired, where what was meant is beyond doubt."""
