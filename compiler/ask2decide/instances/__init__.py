"""Readers of published formats and the registry of base instances."""
