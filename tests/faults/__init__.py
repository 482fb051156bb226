"""`make faults`: runs the services as operators do, injects every kind of fault, and judges what
people saw by a checker (`checker`).
"""
