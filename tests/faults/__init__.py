"""The longer proofs, with figures: `make faults` kills what it can, and counts what is lost."""
