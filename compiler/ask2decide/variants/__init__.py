"""Patches, item templates, and the problems theta_S that they make of a base instance."""
