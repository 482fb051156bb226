"""Replacements for installed services, for `make run` and the tests."""
