"""Replies as people and their programs write them: see tests/corpus/replies/README.md.

ways        what somebody writes, in three languages, and what must be understood of it
programs    further mail programs, besides tests.games.mail.inbound.programs
write       makes the files anew        reading     reads them, from their bytes alone
"""
