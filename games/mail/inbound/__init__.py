"""Incoming mail: it is stored, read, checked, and carried out by the services.

intake          which addresses are ours; stores the mail to them
process         reads stored mails in their order, one transaction each
parse           MIME to headers and text    html_text   HTML to text that keeps its quotes
sender          whether a machine or who wrote it, and who vouches for that
own_text        the sender's own lines      commands    one line as a command, and courtesies
understanding   which line counts, and which is doubtful
several         replies to a letter about several hands         numbered  its numbered lines
execute         carries out a command, and the one next to an answer
at_table        commands about a table other than playing (table_commands)
undoing         takes back what a mail did
personal        mail to somebody's own address (new_table, settings_command)
house_mail      mail to the address in our From header
"""
