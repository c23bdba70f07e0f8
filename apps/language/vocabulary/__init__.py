"""Lists of words: numerals, synonyms, everyday words by language."""
