"""The sheet of pieces: an app of its own, which only the tests and `make styleguide` install."""
