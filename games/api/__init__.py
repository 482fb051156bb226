"""The REST door, /api/v1/: parse → a service or a selector → render.  See docs/api.md."""
