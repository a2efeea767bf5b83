"""Pieces that pages are composed of."""
