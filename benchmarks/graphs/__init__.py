"""Graphs of the sentence models, which onnxruntime computes."""
