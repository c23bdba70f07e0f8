"""What the router decides by: the classifier, a model, and what was said before."""
