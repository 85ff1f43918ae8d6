"""Caisson inside other people's frameworks; each is imported by itself."""
