"""The answerer without a model: it chooses statements of passages and cites them."""
