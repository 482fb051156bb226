"""Players that search: many imagined worlds at once, played on by NumPy.

They know what `games.bots` players know, an observation, and what they remember of the public
events; nothing here knows of tables in the database.  NumPy is an extra of the package
(`tideweb[engine]`): whoever imports a module of this folder without it gets an ImportError.
"""
