from games.selectors.talk import chat, notes, reports

__all__ = ["chat", "notes", "reports"]
