"""Geometry of the report's pictures: where marks, bars and labels stand. The template draws them as SVG."""
