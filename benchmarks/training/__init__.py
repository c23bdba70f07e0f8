"""Training of the models that the product ships."""
