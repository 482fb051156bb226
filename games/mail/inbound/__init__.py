"""The door for mail: what came in is read, decided and carried out by the services.

intake          which addresses are ours; a mail to one of them is stored
process         takes stored mails in their order, one transaction each
parse           MIME to headers and text    html_text   HTML to text with its quotes
auto_replies    mail that no person wrote   authentication  who wrote it, and who vouches for that
own_text        the lines that count        commands    a line as a wish
understanding   what of them counts         forgiving   courtesies, and what is doubtful
several         lines with a number, to a letter about several hands
execute         the wish carried out
at_table, club  what is wished about a table besides playing     undoing  what is taken back
personal        mails to somebody's own address (opening, wished_settings)
"""
