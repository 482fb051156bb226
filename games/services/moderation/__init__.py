"""The commands of moderators (docs/moderating.md), each with preview, reason, notice and undo.

Entry points call `preview`, `carry_out` and `undo` of `execution`; all commands are listed in
`commands.COMMANDS`.
"""
