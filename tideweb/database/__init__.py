"""Django's PostgreSQL backend with fewer health checks and less work for each query."""
