"""The writes: one verb a function, one transaction each.  Doors call these and nothing else."""
