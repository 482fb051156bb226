"""The table of docs/mail.md, "Who may": each row, and every way to forge that we know."""

from itertools import product

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from accounts.email.inbound_routes import DIRECT, LMTP, SMTP
from accounts.models import Notice, User
from games import selectors
from games.mail.inbound import process
from games.models import Bid, Game, InboundMail
from games.services.lobby import rematches, tables
from games.services.mail import reply_addresses
from games.services.mail.reply_addresses import reply_address_for
from games.services.seats import absence, substitutes, votes
from tests.accounts.making import member
from tests.games.mail.inbound.mailing import OURS, PASSED, a_reply, arrive, letters_to, newest
from tests.games.mail.reading import begun, letter, started
from tests.games.making import bid_all, hand_of, legal, user_at, users_at

pytestmark = pytest.mark.django_db
STRANGER = "Marit <marit@example.net>"


@pytest.fixture
def game(settings: Settings) -> Game:
    settings.AUTHSERV_ID = OURS
    return begun(3)


def verdict(word: str, domain: str = "example.org") -> str:
    return f"{OURS}; dmarc={word} header.from={domain}"


def read(
    game: Game, user: User, *results: str, to: str = "", origin: str = LMTP, **headers: str
) -> InboundMail:
    """A mail with the lowest card, and these Authentication-Results on top of it."""
    mail = a_reply(user, headers.pop("body", legal(game, 0)[0]), **headers)
    stated = "".join(f"Authentication-Results: {result}\n" for result in results).encode()
    arrive(game, user, stated + mail.as_bytes(), origin=origin, to=to)
    process.read_all()
    return newest()


def nothing_applied() -> bool:
    return not Bid.objects.exists()


# ------------------------------------------------------------------ the rows


def test_good_own_pass_is_applied(game: Game, marit: User) -> None:
    assert read(game, marit, PASSED).outcome == "applied"
    assert letters_to(marit) == ["mail_receipt"]


def test_good_own_pass_in_another_case_is_applied(game: Game, marit: User) -> None:
    EmailAddress.objects.filter(user=marit).update(email="Marit@EXAMPLE.org")
    assert read(game, marit, PASSED, sender="MARIT@example.ORG").outcome == "applied"


def test_good_own_none_is_applied(game: Game, marit: User) -> None:
    for count, word in enumerate(("none", "temperror"), start=1):
        assert read(game, marit, verdict(word)).outcome == "applied", word
        assert letters_to(marit) == ["mail_receipt"] * count


def test_nobody_checked_is_none(game: Game, marit: User) -> None:
    assert read(game, marit).outcome == "applied"


def all_held(game: Game, marit: User, *words: str, domain: str = "example.org", **who: str) -> None:
    """Each of these verdicts has the mail wait, and a letter asks about it."""
    for count, word in enumerate(words, start=1):
        assert read(game, marit, verdict(word, domain), **who).outcome == "held", word
        assert letters_to(marit) == ["mail_held"] * count, word
        assert nothing_applied(), word


def test_good_own_none_is_held_in_strict_mode(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    all_held(game, marit, "none", "temperror")


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_strict_seat_row_by_row(game: Game, marit: User, everywhere: bool) -> None:
    """What the seat asks for adds to the row; it changes no other."""
    tables.set_policy(marit, game.code, strict_mail=True)
    User.objects.filter(pk=marit.pk).update(strict_mail=everywhere)
    all_held(game, marit, "none", "temperror", "fail", "permerror")
    assert read(game, marit, verdict("pass")).outcome == "applied"
    assert letters_to(marit)[-1] == "mail_receipt"
    assert not nothing_applied()


def test_a_strict_seat_holds_another_address_and_is_told_the_state_of_a_past_hand(
    game: Game, marit: User
) -> None:
    tables.set_policy(marit, game.code, strict_mail=True)
    assert read(game, marit, PASSED, sender=STRANGER).outcome == "held"
    address = past(game, marit, "expired")
    assert read(game, marit, verdict("none"), to=address).outcome == "dropped"
    assert read(game, marit, PASSED, to=address).outcome == "past"


def test_one_strict_seat_says_nothing_of_the_others(game: Game, marit: User) -> None:
    users = users_at(game)
    joost, other = users[1], started(users)
    tables.set_policy(marit, game.code, strict_mail=True)
    mail = read(other, marit, verdict("none"), body=legal(other, 0)[0])
    assert mail.outcome == "applied"
    assert read(game, joost, verdict("none"), body=legal(game, 1)[0]).outcome == "applied"


def test_what_a_strict_seat_asked_for_can_be_taken_back(game: Game, marit: User) -> None:
    tables.set_policy(marit, game.code, strict_mail=True)
    tables.set_policy(marit, game.code, "highest")
    assert read(game, marit, verdict("none")).outcome == "held"
    tables.set_policy(marit, game.code, strict_mail=False)
    assert read(game, marit, verdict("none")).outcome == "applied"
    assert game.seats.get(index=0).policy == "highest"


def test_a_substitute_begins_without_and_a_rematch_keeps_it(game: Game, marit: User) -> None:
    tables.set_policy(marit, game.code, strict_mail=True)
    users = users_at(game)
    tables.set_policy(users[1], game.code, strict_mail=True)
    for user in users:
        votes.vote(user, game.code, "cancel")
    for user in users[:2]:  # who lays the table, and who sits down at it
        again = rematches.rematch(user, game.code)
        assert again.seats.get(user=user).strict_mail
    again = rematches.rematch(users[2], game.code)
    assert not again.seats.get(user=users[2]).strict_mail

    table = started(users)
    tables.set_policy(marit, table.code, strict_mail=True)
    absence.leave(marit, table.code)
    wim = member("Wim")
    substitutes.take(wim, table.code, 0)
    assert not table.seats.get(index=0).strict_mail
    assert read(table, wim, verdict("none"), body=legal(table, 0)[0]).outcome == "applied"


def test_strict_mode_takes_what_is_vouched_for(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    assert read(game, marit, PASSED).outcome == "applied"


def test_good_own_fail_is_held(game: Game, marit: User) -> None:
    all_held(game, marit, "fail", "permerror", "quarantine", "whatever")


def test_good_but_another_address_is_held_whatever_the_verdict(game: Game, marit: User) -> None:
    words = ("pass", "none", "temperror", "fail")
    all_held(game, marit, *words, domain="example.net", sender=STRANGER)


def past(game: Game, marit: User, how: str) -> str:
    address = reply_address_for(marit, hand_of(game))
    if how == "expired":
        bid_all(game)
    else:
        reply_addresses.revoke(marit)
    return address


@pytest.mark.parametrize("how", ["expired", "revoked"])
def test_past_own_pass_is_told_the_state_once_a_day(game: Game, marit: User, how: str) -> None:
    address = past(game, marit, how)
    before = Bid.objects.count()
    for _ in range(3):
        assert read(game, marit, PASSED, to=address).outcome == "past"
    assert letters_to(marit) == ["mail_state"]
    assert Bid.objects.count() == before
    assert letter(marit, "mail_state") is not None


@pytest.mark.parametrize("how", ["expired", "revoked"])
def test_past_and_anything_else_is_dropped(game: Game, marit: User, how: str) -> None:
    address, own = past(game, marit, how), f"{marit.name} <{marit.email}>"
    for sender, word in product((own, STRANGER), ("pass", "none", "temperror", "fail")):
        if (sender, word) != (own, "pass"):
            stated = verdict(word, "example.org" if sender == own else "example.net")
            mail = read(game, marit, stated, to=address, sender=sender)
            assert mail.outcome == "dropped", (sender, word)
    assert letters_to(marit) == []


@pytest.mark.parametrize(("count", "told"), [(1, "mail_state"), (2, "mail_lines")])
def test_that_the_game_ended_since_it_came_is_told_whoever_vouches(
    game: Game, marit: User, count: int, told: str
) -> None:
    both = game, started(users_at(game))
    address, card = reply_address_for(marit, hand_of(game)), legal(game, 0)[0]
    if count > 1:
        row = reply_addresses.address_of_several(marit, [hand_of(each) for each in both])
        address = reply_addresses.address_of(row)
    head = f"Authentication-Results: {verdict('none')}\n".encode()
    arrive(game, marit, head + a_reply(marit, card).as_bytes(), origin=LMTP, to=address)
    for table, user in product(both, users_at(game)):
        votes.vote(user, table.code, "cancel")
    process.read_all()
    assert newest().outcome == "past"
    assert letters_to(marit) == [told]

    arrive(game, marit, head + a_reply(marit, card).as_bytes(), origin=LMTP, to=address)
    process.read_all()
    assert newest().outcome == "dropped", "it came after the end"


# ------------------------------------------------------------------ forgeries


FORGED = {
    "another server's": ("mx.evil.example; dmarc=pass header.from=example.org", verdict("fail")),
    "ours, but below another's": ("mx.evil.example; dmarc=none", PASSED),
    "ours, but about another domain": (verdict("pass", "evil.example"),),
    "ours, but two of them": (verdict("fail"), PASSED),
    "a name that begins like ours": (f"{OURS}.evil.example; dmarc=pass header.from=example.org",),
    "in a comment": (f"evil.example ({OURS}; dmarc=pass); dmarc=pass",),
    "in another method": (f"{OURS}; spf=pass smtp.mailfrom=example.org; dkim=pass",),
    "rubbish": (f"{OURS}; dmarc==pass;;; (((",),
    "a fail behind a pass": (f"{PASSED}; dmarc=fail header.from=example.org",),
}


def signed_often(word: str) -> str:
    """Many signatures of the sender's make our server's header longer than we parse."""
    signatures = "dkim=fail header.d=evil.example; " * 150
    return f"{OURS}; {signatures}dmarc={word} header.from=example.org"


# What the sender chose of what our server's header repeats: names, addresses, signatures.
CHOSEN = {
    "an address literal": OURS
    + "; spf=none smtp.helo=[192.0.2.1]; dmarc={} header.from=example.org",
    "no return path": OURS + "; spf=none smtp.mailfrom=<>; dmarc={} header.from=example.org",
    "IPv6": OURS + "; iprev=pass smtp.remote-ip=2001:db8::1 (x); dmarc={} header.from=example.org",
}


@pytest.mark.parametrize("name", CHOSEN)
def test_what_the_sender_chose_in_our_header_changes_no_verdict(
    game: Game, marit: User, name: str
) -> None:
    assert read(game, marit, CHOSEN[name].format("fail")).outcome == "held"
    User.objects.filter(pk=marit.pk).update(strict_mail=True)  # so that only a pass is applied
    assert read(game, marit, CHOSEN[name].format("pass")).outcome == "applied"


UNREADABLE = {
    "an open comment": OURS + "; spf=none smtp.helo=a(b; dmarc={} header.from=example.org",
    "an open quote": OURS + '; spf=none smtp.helo=a"b; dmarc={} header.from=example.org',
    "a comment around it": OURS
    + "; spf=none smtp.helo=a(; dmarc={}; dkim=fail header.i=)@x.example",
    "too many signatures": signed_often("{}"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_our_header_that_cannot_be_read_may_fail_but_never_passes(
    game: Game, marit: User, name: str
) -> None:
    assert read(game, marit, UNREADABLE[name].format("fail")).outcome == "held"
    assert read(game, marit, UNREADABLE[name].format("none")).outcome == "applied"
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    assert read(game, marit, UNREADABLE[name].format("pass")).outcome == "held"


def test_no_forged_verdict_passes(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(strict_mail=True)  # so that only a pass is applied
    outcomes = {name: read(game, marit, *results).outcome for name, results in FORGED.items()}
    assert outcomes == dict.fromkeys(FORGED, "held")
    assert nothing_applied()


def test_from_anybody_no_header_of_ours_is_believed(game: Game, marit: User) -> None:
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    assert read(game, marit, PASSED, origin=SMTP).outcome == "held"


def test_straight_from_a_stranger_it_waits_for_a_confirmation(game: Game, marit: User) -> None:
    """No mail server of ours looked at it, whatever is written in it."""
    kinds: tuple[tuple[str, ...], ...] = ((), (PASSED,), (verdict("none"),))
    for count, results in enumerate(kinds, start=1):
        assert read(game, marit, *results, origin=DIRECT).outcome == "held", results
        assert letters_to(marit) == ["mail_held"] * count
    assert nothing_applied()


def test_straight_from_a_stranger_an_old_address_says_nothing(game: Game, marit: User) -> None:
    to = reply_address_for(marit, hand_of(game))
    bid_all(game)
    assert read(game, marit, PASSED, origin=DIRECT, to=to).outcome == "dropped"
    assert letters_to(marit) == []


def test_without_a_name_of_our_own_nothing_is_believed(
    game: Game, marit: User, settings: Settings
) -> None:
    settings.AUTHSERV_ID = ""
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    assert read(game, marit, "; dmarc=pass header.from=example.org").outcome == "held"


SENDERS = [
    "marit@example.org.evil.example",
    "marit@example.org <evil@evil.example>",
    '"marit@example.org" <evil@evil.example>',
    "marit@example.org, evil@evil.example",
    "evil@evil.example, marit@example.org",
    "marit@example.org@evil.example",
    "<marit@example.org> <evil@evil.example>",
    "marit\N{ZERO WIDTH SPACE}@example.org",
    "joost@example.org",
    "Marit",
]


def test_no_forged_sender_is_the_person(game: Game, marit: User) -> None:
    body = legal(game, 0)[0]
    for number, sender in enumerate(SENDERS):
        head = f"Authentication-Results: {PASSED}\nFrom: {sender}\nMessage-ID: <{number}@x>"
        mail = arrive(game, marit, f"{head}\nSubject: x\n\n{body}\n".encode(), origin=LMTP)
        process.read_all()
        mail.refresh_from_db()
        assert mail.outcome in ("held", "automatic"), sender
        assert nothing_applied(), sender


@pytest.mark.parametrize("head", ["", "From: marit@example.org\nFrom: evil@evil.example\n"])
def test_no_from_and_two_of_them_are_nobody(game: Game, marit: User, head: str) -> None:
    raw = f"{head}Subject: x\nMessage-ID: <f@x>\n\n{legal(game, 0)[0]}\n".encode()
    mail = arrive(game, marit, raw, origin=LMTP)
    process.read_all()
    mail.refresh_from_db()
    assert mail.outcome == "held"
    assert nothing_applied()


def test_an_unconfirmed_address_is_not_the_persons(game: Game, marit: User) -> None:
    EmailAddress.objects.filter(user=marit).update(verified=False)
    assert read(game, marit, PASSED).outcome == "held"
    assert nothing_applied()


def test_the_address_of_one_is_of_no_use_to_another(game: Game, marit: User) -> None:
    """Joost found Marit's letter: his own mail program vouches for him, not for her."""
    joost = user_at(game, 1)
    address = reply_address_for(marit, hand_of(game))
    mail = read(game, joost, PASSED, to=address, body=legal(game, 1)[0])
    assert mail.outcome in ("held", "unproven")
    assert nothing_applied()
    assert letters_to(joost) == []


def test_whatever_happens_no_letter_goes_to_an_unproven_address(game: Game, marit: User) -> None:
    for name, results in FORGED.items():
        read(game, marit, *results, sender=STRANGER, message_id=f"<{name[:9].encode().hex()}@x>")
    for sender in SENDERS:
        read(game, marit, PASSED, sender=sender)
    own = set(game.seats.values_list("user_id", flat=True))
    assert set(Notice.objects.values_list("recipient_id", flat=True)) <= own
    assert not Notice.objects.exclude(address="").exists()


# ------------------------------------------------------------------ what is held


def test_what_a_stranger_wrote_is_not_repeated_to_anybody(game: Game, marit: User) -> None:
    read(game, marit, sender=STRANGER, body="Win a prize at evil.example")
    found = letter(marit, "mail_held")
    assert "prize" not in found.text + found.html
    assert InboundMail.objects.get().state == "done"


def test_nothing_of_a_held_answer_is_in_the_subject(game: Game, marit: User) -> None:
    read(game, marit, sender=STRANGER)
    found = letter(marit, "mail_held")
    assert f"“{legal(game, 0)[0]}”" in found.text
    assert "/mail/confirm/" in found.text
    assert selectors.observations.own_bid(game, hand_of(game), 0) is None
    assert found.subject == f"Turn the Tide, table {game.code[:4]}"
