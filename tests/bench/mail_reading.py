"""Measures playing by mail: `python -m tests.bench.mail_reading [--mails N]`.

On a temporary PostgreSQL: how many clean replies of each program and language are understood, how
many answers were wrong, how many forgeries were applied, and how many mails a second one worker
processes, from the encrypted row to the sealed answer and the letter about it.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from itertools import product

from tests.database import ThrownAway
from tests.games.making import user_at
from tests.pgplugin import ENVIRONMENT


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.bench.mail_reading", description=__doc__)
    asked.add_argument("--mails", type=int, default=400, help="that one worker reads (400)")
    given = asked.parse_args()
    for name, value in {**ENVIRONMENT, "DJANGO_SETTINGS_MODULE": "tests.settings"}.items():
        os.environ.setdefault(name, value)
    embedded = ThrownAway()
    embedded.start()
    os.environ["DATABASE_URL"] = embedded.url
    try:
        for line in _figures(given.mails):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    finally:
        embedded.remove()
    return 0


def _figures(mails: int) -> Iterator[str]:
    import django

    django.setup()
    from django.core.management import call_command

    yield _clean()
    call_command("migrate", verbosity=0)
    yield _speed(mails)
    yield _forged()


def _clean() -> str:
    """Understanding replies, without a game."""
    from tests.games.mail.inbound.programs import replies
    from tests.mailfuzz import HTML, NUMBER, OWN, TEXT, understood

    found = [understood(mail.as_bytes()) for mail in replies(OWN, TEXT, HTML).values()]
    right, wrong = found.count(NUMBER), sum(each not in (NUMBER, "") for each in found)
    return (
        f"{right} of {len(found)} clean replies understood ({right / len(found):.1%}), "
        f"{wrong} wrong answers"
    )


def _speed(mails: int) -> str:
    """Speed: two cards alternate, so that each mail changes the answer."""
    from games.mail.inbound import process
    from games.models import Bid
    from games.services.mail.reply_addresses import reply_address_for
    from tests.games.mail.inbound.mailing import a_reply, stored
    from tests.games.mail.reading import members, started
    from tests.games.making import hand_of, legal

    game = started(members(3))
    marit = user_at(game, 0)
    to, cards = reply_address_for(marit, hand_of(game)), legal(game, 0)
    for number in range(mails):
        stored(to, a_reply(marit, cards[number % 2]))
    begun, used = time.perf_counter(), time.process_time()
    read = process.read_all()
    clock, own = time.perf_counter() - begun, time.process_time() - used
    if (read, Bid.objects.get().changes) != (mails, mails - 1):
        raise SystemExit("Not every mail was read, or did what it says.")
    return (
        f"{read / clock:.0f} mails a second read by one worker ({read / own:.0f} by its processor)"
    )


def _forged() -> str:
    """Forgeries: each wrong sender and verdict, with strict mode on and off."""
    from django.conf import settings

    from games.mail.inbound import process
    from games.models import Game, InboundMail
    from games.services.mail.reply_addresses import reply_address_for
    from tests.games.mail.inbound.mailing import OURS, a_reply, stored
    from tests.games.mail.inbound.test_who_may import FORGED, SENDERS
    from tests.games.making import hand_of, legal

    settings.AUTHSERV_ID = OURS
    game = Game.objects.get()
    marit = user_at(game, 0)
    to, card, last = reply_address_for(marit, hand_of(game)), legal(game, 0)[0], 0
    last = InboundMail.objects.latest("pk").pk
    for sender, results in product(SENDERS, FORGED.values()):
        head = "".join(f"Authentication-Results: {each}\n" for each in results)
        mail = a_reply(marit, card, sender="x@y.example").as_bytes()
        forged = mail.replace(b"x@y.example", sender.encode(), 1)
        stored(to, head.encode() + forged, origin="lmtp")
    process.read_all()
    came = InboundMail.objects.filter(pk__gt=last)
    return f"{came.filter(outcome='applied').count()} of {came.count()} forgeries applied"


if __name__ == "__main__":
    sys.exit(main())
