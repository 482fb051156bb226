"""Django's PostgreSQL backend with fewer connection health checks."""
