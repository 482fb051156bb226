"""The description of the API: the OpenAPI schema, its examples and its page."""
