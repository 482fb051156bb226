"""A game as a viewer may see it, with which operations of several features respond."""
