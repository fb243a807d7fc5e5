"""ask2decide: what a missing fact is worth, with a proof."""

__version__ = "0.1.0"
