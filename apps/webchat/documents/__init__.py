"""The pages on which guests see where a document says what an answer quotes."""
