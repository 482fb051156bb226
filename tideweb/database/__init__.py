"""Django's backend for PostgreSQL, which asks less often whether the line still stands."""
