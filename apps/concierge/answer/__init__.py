"""One spoken answer: its prompt, its stream, its citations and what goes with it."""
