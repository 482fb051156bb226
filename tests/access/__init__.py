"""Every address of the admin and the API × who asks × what about: who is let in, and who is not.

`world` has the people, games, letters and reports; `api_rules` and `admin_rules` fill the addresses
of the URL conf with them and say by rule who may, and `matrix` asks and compares. The suite asks a
sample, `python -m tests.access` all that differs by rule, and with `--every` the rest as well.
"""
