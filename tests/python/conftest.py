"""Tests of the Python package; PYTHONPATH points at a staged build."""
