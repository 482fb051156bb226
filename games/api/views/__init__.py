"""The views of the API, one module per subject."""
