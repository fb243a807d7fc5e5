"""Solves, each once: the store of results and the executors."""
