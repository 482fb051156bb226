"""Writes: one function per command, one transaction each. Entry points call nothing else
to write.
"""
