"""`make faults`: the services as operators run them, everything that can be done to them, and a
checker (`checker`) that judges what people saw of it."""
