"""One letter asks for several hands by their numbers, and one reply answers them."""

import re
from datetime import timedelta
from itertools import product

import pytest

from accounts.models import User
from games import selectors
from games.mail.inbound import confirmation, intake, process
from games.models import Bid, Game, InboundMail, ReplyAddress
from games.services.hands import asides, resolving
from games.services.mail import reply_addresses
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.five_hands import digest, first_of, reply_all, sealed, seat
from tests.games.mail.inbound.mailing import a_reply, letters_to, stored
from tests.games.mail.reading import letter, words
from tests.games.making import bid, bid_all, fresh, hand_of, legal
from tests.games.web.sea_states import choosing, put
from tests.narrowing import not_none
from tests.sampling import sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return five_hands.players()


@pytest.fixture
def games(people: list[User]) -> dict[int, Game]:
    """A hand of each game."""
    return five_hands.tables(people, 3)


def test_five_hands_of_three_games_stand_in_one_letter_and_one_reply_answers_them(
    people: list[User],
) -> None:
    marit, games = people[0], five_hands.tables(people)
    found = digest(marit)
    assert sorted(games) == [1, 2, 3, 4, 5]
    assert found.subject == "5 hands wait for you"
    cards = {number: first_of(game, marit) for number, game in games.items()}
    for text in (found.text, words(found)):
        assert text.count("You can answer:") == 5
        for game in games.values():
            assert game.name.casefold() in text.casefold()
    assert found.text.count("Until ") >= 5

    mail = reply_all(marit, "\n".join(f"{n}: {card}" for n, card in cards.items()))

    assert (mail.state, mail.outcome) == ("done", "lines")
    assert {n: sealed(game, marit) for n, game in games.items()} == cards
    hands = [hand_of(game) for game in games.values()]
    bids = Bid.objects.filter(seat__user=marit, hand__in=hands)
    assert list(bids.values_list("via", flat=True)) == ["mail"] * 5
    assert letters_to(marit) == ["mail_lines"]
    told = letter(marit, "mail_lines")
    assert told.text.count("You can change it until") == 4
    assert told.text.count("It was the last one") == 1  # in the Rowboat, where one is asked
    assert told.headers["Reply-To"] == found.headers["Reply-To"]
    assert told.headers["Auto-Submitted"] == "auto-replied"  # so that no machine answers it
    for number, game in games.items():
        own = not_none(
            selectors.observations.own_bid(fresh(game), hand_of(game), seat(game, marit))
        )
        assert own.notation in told.text.lower()
        assert own.digest in told.text
        assert f"{number} · " in told.text
        assert not re.search(rf"\b{re.escape(own.notation)}\b", told.subject)


def test_each_hand_stays_changeable_by_a_later_reply(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    first = {n: first_of(game, marit) for n, game in games.items()}
    reply_all(marit, "\n".join(f"{n}: {card}" for n, card in first.items()))
    other = legal(games[1], seat(games[1], marit))[1]
    reply_all(marit, f"1: {other}", letter(marit, "mail_lines").headers["Reply-To"])
    assert sealed(games[1], marit) == other
    assert {n: sealed(game, marit) for n, game in games.items() if n > 1} == {
        n: card for n, card in first.items() if n > 1
    }


def test_a_line_that_is_not_understood_harms_itself_only(people: list[User]) -> None:
    marit = people[0]
    games = five_hands.tables(people)
    cards = {n: first_of(games[n], marit) for n in (1, 2, 4, 5)}
    body = (
        f"Hello!\n\n1: {cards[1]}\n2) {cards[2]}\n3: I do not know yet\n"
        f"#4 = {cards[4]}\n5. {cards[5]}\n9: 44\n\n-- \nMarit\n1: 99"
    )
    mail = reply_all(marit, body)
    assert mail.outcome == "lines"
    assert {n: sealed(games[n], marit) for n in cards} == cards
    assert not sealed(games[3], marit)
    text = " ".join(letter(marit, "mail_lines").text.split())
    assert "“I do not know yet”" in text
    assert "Nothing was changed at this table" in text
    assert "There is no hand with this number in that e-mail" in text
    assert "Skipped, because there is no number in front: “Hello!”" in text
    assert text.count("You can answer:") == 1  # the third still waits, under its number
    assert "3 · " in text


def test_two_lines_for_one_number_harm_that_number_only(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    one, other = legal(games[1], seat(games[1], marit))[:2]
    third = first_of(games[3], marit)
    reply_all(marit, f"1: {one}\n1: {other}\n3: {third}\n3: play {third}\n3: {third}")
    assert not sealed(games[1], marit)
    assert sealed(games[3], marit) == third
    assert "different answers" in letter(marit, "mail_lines").text


def test_a_card_alone_is_not_guessed_at(people: list[User], games: dict[int, Game]) -> None:
    marit = people[0]
    mail = reply_all(marit, first_of(games[1], marit))
    assert mail.outcome == "refused"
    assert not any(sealed(game, marit) for game in games.values())
    assert "none of its lines begins with a number" in words(letter(marit, "mail_lines"))
    reply_all(marit, first_of(games[1], marit))
    assert letters_to(marit) == ["mail_lines"]  # a machine may be writing


def test_help_and_show(people: list[User], games: dict[int, Game]) -> None:
    """What there is to read is composed once, for the last of them."""
    for count, body in enumerate(("help", "Hilfe", "hulp!", "show", "zeig"), start=1):
        assert reply_all(people[0], body).outcome == "lines", body
        assert letters_to(people[0]) == ["mail_lines"] * count
    assert letter(people[0], "mail_lines").text.count("You can answer:") == 3


# ------------------------------------------------------------------ stale, forged, replayed


def test_a_past_hand_says_so_and_the_others_count(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    bid_all(games[1])
    second = first_of(games[2], marit)
    reply_all(marit, f"1: {first_of(games[1], marit)}\n2: {second}", to)
    assert not sealed(games[1], marit)
    assert sealed(games[2], marit) == second
    assert "is over, so it changed nothing" in " ".join(letter(marit, "mail_lines").text.split())


def test_a_letter_that_is_past_altogether_changes_nothing(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    for game in games.values():
        bid_all(game)
    mail = reply_all(marit, f"1: {first_of(games[1], marit)}", to)
    assert mail.outcome == "dropped"  # nobody vouched for it
    assert not letters_to(marit)


def test_who_guesses_an_address_finds_none(people: list[User], games: dict[int, Game]) -> None:
    to = digest(people[0]).headers["Reply-To"]
    forged = to[:5] + ("a" if to[5] != "a" else "b") + to[6:]
    assert intake.Replies().knows(to)
    assert intake.Replies().knows(to.upper())
    assert not intake.Replies().knows(forged)
    assert not ReplyAddress.objects.filter(digest__contains=to[3:35]).exists()
    assert to[3:35].encode() not in bytes(ReplyAddress.objects.latest("pk").sealed_token)


def test_a_strangers_mail_waits_and_is_done_only_when_confirmed(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    cards = {n: first_of(games[n], marit) for n in (1, 3)}
    body = "\n".join(f"{n}: {card}" for n, card in cards.items())
    mail = reply_all(marit, body, sender="joost@elsewhere.example")
    assert (mail.state, mail.outcome) == ("held", "held")
    assert not any(sealed(game, marit) for game in games.values())
    asked = letter(marit, "mail_held")
    assert f"“1: {cards[1]}”" in asked.text
    assert "Reply-To" not in asked.headers
    assert not_none(confirmation.confirm(mail.pk)).outcome == "lines"
    assert {n: sealed(games[n], marit) for n in cards} == cards


def test_who_sits_at_the_same_tables_cannot_use_it(
    people: list[User], games: dict[int, Game]
) -> None:
    marit, joost = people[:2]
    to = digest(marit).headers["Reply-To"]
    stored(to, a_reply(joost, f"1: {first_of(games[1], joost)}"))
    process.read_all()
    assert InboundMail.objects.get().state == "held"
    assert not sealed(games[1], marit)
    assert not sealed(games[1], joost)


def test_the_same_mail_again_changes_nothing(people: list[User], games: dict[int, Game]) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    first, second = legal(games[1], seat(games[1], marit))[:2]
    old = a_reply(marit, f"1: {first}", message_id="<old@client.example>")
    for mail in (old, a_reply(marit, f"1: {second}"), old):
        stored(to, mail)
        process.read_all()
    assert sealed(games[1], marit) == second
    assert InboundMail.objects.count() == 2


def test_revoked_addresses_do_nothing(people: list[User], games: dict[int, Game]) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    reply_addresses.revoke(marit)
    assert reply_all(marit, f"1: {first_of(games[1], marit)}", to).outcome == "dropped"
    assert not sealed(games[1], marit)
    assert digest(marit).headers["Reply-To"] != to


def test_strict_at_one_table_holds_the_whole(people: list[User], games: dict[int, Game]) -> None:
    marit = people[0]
    games[3].seats.filter(user=marit).update(strict_mail=True)
    assert reply_all(marit, f"1: {first_of(games[1], marit)}").state == "held"


def test_what_is_held_drops_no_line_without_a_word(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    mail = reply_all(marit, f"1: {first_of(games[1], marit)}\n9: 44\n2: undo")
    found = words(letter(marit, "mail_held"))
    assert "“9: 44”" in found
    assert "We did nothing about “2: undo”" in found
    confirmation.confirm(mail.pk)
    assert "There is no hand with this number" in words(letter(marit, "mail_lines"))
    assert reply_all(marit, "9: 44").outcome == "unproven"


# ------------------------------------------------------------------ quotes


def test_what_stands_in_a_quote_is_no_answer(people: list[User], games: dict[int, Game]) -> None:
    marit = people[0]
    card, other = legal(games[1], seat(games[1], marit))[:2]
    second = first_of(games[2], marit)
    quoted = "\n".join(f"> {line}" for line in digest(marit).text.splitlines())
    body = f"1: {card}\n\nOn Monday Tideweb wrote:\n> 1: {other}\n> 2: {second}\n{quoted}"
    reply_all(marit, body)
    assert sealed(games[1], marit) == card
    assert not sealed(games[2], marit)


# A letter that asks or one that answers, and whether it is cut above the line under which nothing
# is read.
QUOTED = sample(
    product(("en", "de", "nl"), ("digest", "mail_lines"), (False, True)), kind=lambda case: case[1:]
)


def test_our_letter_quoted_without_a_mark_holds_no_answer(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    for language in ("en", "de", "nl"):
        User.objects.filter(pk=marit.pk).update(language=language)
        marit.refresh_from_db()
        texts = {"digest": digest(marit).text}
        reply_all(marit, f"2: {first_of(games[2], marit)}")
        texts["mail_lines"] = letter(marit, "mail_lines").text
        to, before = "", set(Bid.objects.values_list("pk", "changes"))
        for _language, kind, cut in [case for case in QUOTED if case[0] == language]:
            to = to or digest(marit).headers["Reply-To"]  # with fewer hands it is another
            text = texts[kind]
            reply_all(marit, (cut and text.partition("====\n")[2]) or text, to)
            assert set(Bid.objects.values_list("pk", "changes")) == before, (language, kind, cut)
        for line in "\n".join(texts.values()).splitlines():
            assert not re.fullmatch(r"[\W_]*[0-9]{1,2} ?(?:[:)=.]|[-–—] ) ?\S.*", line), line
    assert not sealed(games[1], marit)


def test_a_tapped_answer_bears_its_number(people: list[User], games: dict[int, Game]) -> None:
    found = digest(people[0])
    card = first_of(games[1], people[0]).replace(" ", "%20")
    to = found.headers["Reply-To"]
    assert f'href="mailto:{to}?body=1%3A%20{card}&amp;subject=' in found.html


# ------------------------------------------------------------------ time and order


def test_a_hand_does_not_close_over_an_unread_mail_about_several(
    people: list[User], games: dict[int, Game]
) -> None:
    """A correction that came before the last card counts, also if nobody has read it yet."""
    marit, joost = people[:2]
    pair = next(game for game in games.values() if game.name == "Ameland")
    number = next(n for n, game in games.items() if game is pair)
    old, new = legal(pair, seat(pair, marit))[:2]
    to = digest(marit).headers["Reply-To"]
    reply_all(marit, f"{number}: {old}", to)
    stored(to, a_reply(marit, f"{number}: {new}"))
    bid(pair, joost)
    hand = hand_of(pair)
    resolving.resolve_hand(hand.pk)
    assert hand_of(pair).number == hand.number
    process.read_all()
    resolving.resolve_hand(hand.pk)
    hand.refresh_from_db()
    assert not_none(hand.bids.get(seat__user=marit).opened)["notation"] == new


def test_nor_is_a_full_hand_turned_over_one(people: list[User], games: dict[int, Game]) -> None:
    """Where nobody sees who has answered, a full hand takes changes until it is turned."""
    marit, joost = people[:2]
    number, pair = next((n, game) for n, game in games.items() if game.name == "Ameland")
    Game.objects.filter(pk=pair.pk).update(shows_bids=False)
    old, new = legal(pair, seat(pair, marit))[:2]
    to = digest(marit).headers["Reply-To"]
    reply_all(marit, f"{number}: {old}", to)
    bid(pair, joost)
    hand = hand_of(pair)
    assert hand.state == "ready"
    stored(to, a_reply(marit, f"{number}: {new}"))
    assert not resolving.resolve_hand(hand.pk)
    process.read_all()
    assert resolving.resolve_hand(hand.pk)
    hand.refresh_from_db()
    assert not_none(hand.bids.get(seat__user=marit).opened)["notation"] == new


def test_what_came_in_time_is_read_before_the_hand_expires(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    card = legal(games[1], seat(games[1], marit))[2]
    stored(digest(marit).headers["Reply-To"], a_reply(marit, f"1: {card}"))
    hand = hand_of(games[1])
    resolving.expire_hand(hand.pk, hand.deadline + timedelta(seconds=1))
    assert hand.bids.get(seat__user=marit).via == Bid.Via.MAIL


def test_the_same_list_has_the_same_address_and_another_list_another(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    assert digest(marit).headers["Reply-To"] == to
    bid(games[1], marit)
    fewer = digest(marit)
    assert fewer.headers["Reply-To"] != to
    assert fewer.subject == "2 hands wait for you"
    second = first_of(games[2], marit)
    reply_all(marit, f"2: {second}", to)  # the numbers of the first letter go on meaning the same
    assert sealed(games[2], marit) == second


def test_once_a_table_is_gone_the_numbers_of_the_next_letter_are_its_own(
    people: list[User], games: dict[int, Game]
) -> None:
    marit = people[0]
    to = digest(marit).headers["Reply-To"]
    games[2].delete()  # as when it moves to another server
    card = first_of(games[3], marit)
    reply_all(marit, f"2: {card}", not_none(digest(marit).headers["Reply-To"]))
    assert sealed(games[3], marit) == card
    assert digest(marit).headers["Reply-To"] != to


def test_a_held_acceptance_is_not_for_an_offer_after_a_refusal(
    people: list[User], games: dict[int, Game]
) -> None:
    marit, other = people[:2]
    number, sea = next((n, g) for n, g in games.items() if g.ruleset == "turning-tides")
    put(sea, choosing())
    asides.do_aside(other, sea.code, "surrender")
    User.objects.filter(pk=marit.pk).update(strict_mail=True)
    mail = reply_all(marit, f"{number}: accept")
    asides.do_aside(marit, sea.code, "refuse")
    asides.do_aside(other, sea.code, "surrender")
    not_none(confirmation.confirm(mail.pk))
    assert fresh(sea).state == Game.State.RUNNING
