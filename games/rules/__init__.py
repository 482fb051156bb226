"""The rules of the games: pure modules, standard library only (docs/architecture.md)."""
