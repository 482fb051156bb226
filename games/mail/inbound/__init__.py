"""The door for mail: what came in is read, decided and carried out by the services.

taking     which addresses are ours; a mail to one of them is stored
working    takes stored mails in their order, one transaction each
opening    MIME to headers and text        hypertext  HTML to text with its quotes
automatic  mail that no person wrote       authentic  who wrote it, and who vouches for that
stripping  the one line that counts        commands   that line as a wish
deciding   the table of who may            doing      the wish carried out
"""
