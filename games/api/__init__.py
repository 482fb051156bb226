"""The REST API, /api/v1/: parse → call a service or selector → render. See docs/api.md."""
