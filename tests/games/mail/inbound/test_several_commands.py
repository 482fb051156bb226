"""A reply to a letter about several hands: commands with and without a number, doubt, `yes`."""

import pytest

from accounts.models import User
from games import selectors
from games.mail import held_back
from games.mail.inbound import confirmation, html_text
from games.mail.inbound.numbered import DASHED, NUMBERED, numbered
from games.models import Game, Message
from games.services.mail import inbox
from games.services.seats import votes
from tests.games.mail.inbound import five_hands
from tests.games.mail.inbound.five_hands import address, first_of, reply_all, sealed, seat
from tests.games.mail.inbound.mailing import letters_to
from tests.games.mail.reading import letter, notice
from tests.games.making import bid, fresh, hand_of, legal
from tests.narrowing import not_none
from tests.sampling import whole

pytestmark = pytest.mark.django_db


def told(user: User, kind: str = "mail_lines") -> str:
    found = letter(user, kind)
    assert found is not None
    return " ".join(found.text.split())


@pytest.fixture
def people() -> list[User]:
    return five_hands.players()


@pytest.fixture
def games(people: list[User]) -> dict[int, Game]:
    return five_hands.tables(people, 3)


@pytest.fixture
def marit(people: list[User]) -> User:
    return people[0]


# ------------------------------------------------------------------ without a number


def test_it_takes_what_ones_own_address_takes(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    reply_all(marit, "Hi,\n\ngames", to)
    assert "Your tables" in letter(marit, "mail_table").subject
    reply_all(marit, "settings daily 19", to)
    marit.refresh_from_db()
    assert marit.digest_hour == 19
    assert reply_all(marit, "open rowboat", to).outcome == "done"
    opened = Game.objects.latest("pk")
    assert (opened.ruleset, opened.maker) == ("rowboat", marit)
    assert reply_all(marit, "undo", to).outcome == "undone"
    assert not opened.seats.filter(user=marit).exists()
    code = games[1].code[:4]
    assert reply_all(marit, f"{code}: note Joost keeps his moon", to).outcome == "done"


def test_undo_takes_back_what_the_last_mail_did(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    going = [n for n, game in games.items() if game.ruleset != "rowboat"][:2]
    old, new = ({n: legal(games[n], seat(games[n], marit))[i] for n in going} for i in (0, 1))
    reply_all(marit, "\n".join(f"{n}: {card}" for n, card in old.items()), to)
    reply_all(marit, "open rowboat", to)
    reply_all(marit, "\n".join(f"{n}: {card}" for n, card in new.items()), to)
    assert {n: sealed(games[n], marit) for n in new} == new
    reply_all(marit, "undo", to)
    assert {n: sealed(games[n], marit) for n in old} == old
    assert Game.objects.latest("pk").seats.filter(user=marit).exists()


def test_undo_is_about_a_command_that_came_after_the_answers(
    marit: User, games: dict[int, Game]
) -> None:
    to = address(marit)
    old, new = legal(games[1], seat(games[1], marit))[:2]
    for body in (f"1: {old}", f"1: {new}", "open rowboat", "undo"):
        reply_all(marit, body, to)
    assert not Game.objects.latest("pk").seats.filter(user=marit).exists()
    assert sealed(games[1], marit) == new


def test_undo_says_what_stands_beside_the_numbers(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    reply_all(marit, f"vacation 3 days\n1: {first_of(games[1], marit)}", to)
    reply_all(marit, "undo", to)
    assert marit.vacations.count() == 1  # it has begun
    text = told(marit)
    assert "FOR ALL TABLES" in text
    assert "It was your first answer" in text


def test_a_command_about_one_table_needs_its_number(marit: User, games: dict[int, Game]) -> None:
    assert reply_all(marit, "extend").outcome == "refused"
    assert "none of its lines begins with a number" in told(marit)


def test_a_yes_to_nothing_is_asked_for_its_number(marit: User, games: dict[int, Game]) -> None:
    assert reply_all(marit, "yes").outcome == "refused"
    assert "none of its lines begins with a number" in told(marit)


def test_a_strangers_command_waits_too(marit: User, games: dict[int, Game]) -> None:
    mail = reply_all(marit, "open rowboat", sender="joost@elsewhere.example")
    assert mail.state == "held"
    before = Game.objects.count()
    assert not_none(confirmation.confirm(mail.pk)).outcome == "done"
    assert Game.objects.count() == before + 1
    for agreed in ("yes", "1: confirm", "undo", "1: undo"):
        mail = reply_all(marit, agreed, sender="joost@elsewhere.example")
        assert mail.outcome == "unproven"


# ------------------------------------------------------------------ commands about a table


def test_what_binds_others_is_asked_back_by_its_number(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    before = hand_of(games[1]).deadline
    assert reply_all(marit, f"1: extend\n2: {first_of(games[2], marit)}", to).outcome == "lines"
    assert hand_of(games[1]).deadline == before
    assert "nothing has been done yet" in told(marit)
    assert "confirm" in told(marit)
    reply_all(marit, "1: confirm", to)
    after = hand_of(games[1]).deadline
    assert after > before
    assert "Everybody has more time" in told(marit)
    reply_all(marit, "1: confirm", to)
    assert hand_of(games[1]).deadline == after
    assert "There is nothing for you to confirm" in told(marit)


def test_a_yes_with_a_number_agrees_to_the_vote_there(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    number, pair = next((n, game) for n, game in games.items() if game.name == "Ameland")
    other = not_none(pair.seats.exclude(user=marit).get().user)
    votes.vote(other, pair.code, "pause")
    reply_all(marit, f"{number}: yes, please", to)
    assert fresh(pair).paused_at is None
    reply_all(marit, "yes", to)
    assert fresh(pair).paused_at is not None


def test_a_command_about_no_table_needs_no_number(marit: User, games: dict[int, Game]) -> None:
    reply_all(marit, "1: open rowboat")
    assert "write it without a number" in told(marit)


# ------------------------------------------------------------------ doubt


@pytest.mark.parametrize(("doubt", "agreed"), [("{}?", "yes"), ("I think {}", "1) ja")])
def test_a_doubtful_line_is_asked_back_and_sealed_by_yes(
    marit: User, games: dict[int, Game], doubt: str, agreed: str
) -> None:
    to = address(marit)
    card, second = first_of(games[1], marit), first_of(games[2], marit)
    reply_all(marit, f"1: {doubt.format(card)}\n2: {second}", to)
    assert (sealed(games[1], marit), sealed(games[2], marit)) == ("", second)
    assert f"Do you mean “{card}”? There was more in your e-mail" in told(marit)
    assert "Reply with “1: yes”" in told(marit)
    reply_all(marit, agreed, to)
    assert sealed(games[1], marit) == card


def test_a_doubt_alone_is_asked_back_once(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    card = first_of(games[1], marit)
    assert reply_all(marit, f"1: {card}?", to).outcome == "asked"
    reply_all(marit, f"1: {card}?", to)
    assert letters_to(marit) == ["mail_lines"]  # a machine may be writing
    reply_all(marit, "yes", to)
    assert sealed(games[1], marit) == card


def test_yes_is_about_the_last_letter_and_one_number_about_that(
    marit: User, games: dict[int, Game]
) -> None:
    to = address(marit)
    cards = {n: first_of(game, marit) for n, game in games.items()}
    reply_all(marit, f"1: {cards[1]}?", to)
    reply_all(marit, f"2: {cards[2]}?\n3: {cards[3]}?", to)
    reply_all(marit, "yes", to)
    assert {n: sealed(games[n], marit) for n in cards} == {**cards, 1: ""}
    reply_all(marit, "1: yes", to)
    assert sealed(games[1], marit) == cards[1]


def test_yes_is_about_a_table_if_that_was_asked_about_last(
    marit: User, games: dict[int, Game]
) -> None:
    to = address(marit)
    reply_all(marit, f"1: {first_of(games[1], marit)}?", to)
    reply_all(marit, f"{games[3].code[:4]}: pause?", to)
    reply_all(marit, "yes", to)
    assert not sealed(games[1], marit)
    assert games[3].ballots.filter(seat__user=marit).exists()


def test_yes_seals_no_answer_that_was_replaced_since(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    card, other = legal(games[1], seat(games[1], marit))[:2]
    reply_all(marit, f"1: {card}?", to)
    bid(games[1], marit, other)
    reply_all(marit, "yes", to)
    assert sealed(games[1], marit) == other


def test_no_negated_answer_is_asked_back(marit: User, games: dict[int, Game]) -> None:
    one, other = legal(games[1], seat(games[1], marit))[:2]
    for text in (f"not {one}", f"{one} or {other}"):
        assert reply_all(marit, f"1: {text}").outcome == "refused"


# ------------------------------------------------------------------ how it is written


DRESSED = (
    "*{n}: {card}*", "*{n}:* {card}", "**{n}**: {card}", "- {n}: {card}", "• {n}) {card}",
    "({n}) {card}", "{n} - {card}", "{n} – {card}", "{n}: {card} 🙂", "{n}: *{card}*",
)  # fmt: skip


def test_a_number_may_be_dressed(marit: User, games: dict[int, Game]) -> None:
    """Two in each mail, of hands that stay open, and other answers in each."""
    to = address(marit)
    for turn, two in enumerate(zip(DRESSED[::2], DRESSED[1::2], strict=True)):
        lines = dict(zip((1, 3), two, strict=True))
        cards = {n: legal(games[n], seat(games[n], marit))[turn % 2] for n in lines}
        body = "\n".join(line.format(n=n, card=cards[n]) for n, line in lines.items())
        reply_all(marit, body, to)
        assert {n: sealed(games[n], marit) for n in lines} == cards, body


def test_what_could_be_a_number_or_a_card_is_asked_back(
    marit: User, games: dict[int, Game]
) -> None:
    to = address(marit)
    number, card = next(
        (n, card)
        for n, game in games.items()
        if game.ruleset == "turn-the-tide"
        for card in legal(game, seat(game, marit))
        if int(card) in games
    )
    assert reply_all(marit, f"{number} {card}", to).outcome == "refused"
    assert reply_all(marit, f"{number} - {card}", to).outcome == "asked"
    assert not sealed(games[number], marit)
    reply_all(marit, f"{number}. {card}", to)
    assert sealed(games[number], marit) == card


def test_a_dash_between_other_figures_is_no_number() -> None:
    reads = {1: lambda line: "44" if line == "44" else None, 2: lambda _line: None}
    assert numbered("1 - 44", reads) is not None
    for line in ("1 - 3 pm", "2 - 44", "12 - 44", "1-44", "1 44", "1.44"):
        assert numbered(line, reads) is None, line


# ------------------------------------------------------------------ an answer and a command


def test_an_answer_and_a_command_for_one_number_are_both_done(
    marit: User, games: dict[int, Game]
) -> None:
    """In either order."""
    to = address(marit)
    old, *cards = legal(games[1], seat(games[1], marit))[:3]
    reply_all(marit, f"1: {old}", to)
    for place, card in enumerate(cards):
        lines = [f"1: say hi {place}", f"1: {card}"]
        reply_all(marit, "\n".join(lines[:: -1 if place else 1]), to)
        assert sealed(games[1], marit) == card
        assert Message.objects.filter(game=games[1]).count() == place + 1
        text = told(marit)
        assert "The others at the table can read what you said" in text
        assert "is sealed" in text
        reply_all(marit, "1: undo", to)
        assert sealed(games[1], marit) == old


def said(game: Game, user: User) -> list[str]:
    return [message.text for message in selectors.talk.chat.talk_of(fresh(game), user)]


def test_words_alone_in_a_reply_may_have_several_lines(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    card = first_of(games[2], marit)
    reply_all(marit, "Hello,\n\n1: say Well played!\nUntil tomorrow.\n\nMarit", to)
    assert said(games[1], marit) == ["Well played!\nUntil tomorrow."]
    reply_all(marit, f"3: say Good luck!\n{card}", to)
    assert said(games[3], marit) == ["Good luck!"]  # the others must not see a card
    assert f"there is no number in front: “{card}”" in told(marit)
    reply_all(marit, f"3: say Hi!\nAll of you.\n2: {card}", to)
    assert said(games[3], marit)[0] == "Hi!"
    assert "there is no number in front: “All of you.”" in told(marit)
    reply_all(marit, "1: plan next: 44\nalways: lowest", to)
    plan = selectors.hands.plans.own_plan(fresh(games[1]), games[1].seats.get(user=marit))
    assert plan is not None
    assert "lowest" in plan.text
    assert "no number in front" not in told(marit)


def test_what_of_one_number_was_not_done_is_named(marit: User, games: dict[int, Game]) -> None:
    card = first_of(games[1], marit)
    reply_all(marit, f"1: {card}\n1: say hi\n1: note hello")
    assert sealed(games[1], marit) == card
    assert not Message.objects.filter(game=games[1]).exists()
    text = told(marit)
    assert "You wrote “note hello”. Two lines ask for different things at this table" in text
    assert "send them one at a time. That changed nothing." in text


def test_a_receipt_that_was_one_too_many_names_each_number_once(
    marit: User, games: dict[int, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    to, card = address(marit), first_of(games[1], marit)
    monkeypatch.setattr(inbox, "LETTERS_AN_HOUR", 0)
    reply_all(marit, f"vacation 3 days\n1: {card}\n1: say hi\n3: say hi\n9: 44", to)
    (told_first,) = held_back.first(notice(marit, "your_move"))
    assert told_first.words.endswith("done by number: 1, 3; not done: 9.")


def test_an_undo_beside_an_answer_is_not_guessed_at(marit: User, games: dict[int, Game]) -> None:
    to = address(marit)
    old, new, newest = legal(games[1], seat(games[1], marit))[:3]
    reply_all(marit, f"1: {old}", to)
    reply_all(marit, f"1: {new}", to)
    reply_all(marit, f"1: {newest}\n1: undo", to)
    assert sealed(games[1], marit) == new
    assert "different answers" in told(marit)


# ------------------------------------------------------------------ our own words


def test_no_line_of_what_we_ask_back_has_a_number(marit: User, games: dict[int, Game]) -> None:
    """Each text comes back as a mail in one of the languages; with all cases tried, in all."""
    to = address(marit)
    card = first_of(games[1], marit)
    for place, language in enumerate(("en", "de", "nl")):
        User.objects.filter(pk=marit.pk).update(language=language)
        marit.refresh_from_db()
        reply_all(marit, f"1: {card}?\n2: extend\n3: say {language}\n3: note x\n9: 44", to)
        found = letter(marit, "mail_lines")
        reply_all(marit, "help", to)
        helping = letter(marit, "mail_lines")
        texts = (found.text, helping.text, html_text.as_text(found.html))
        for text in texts:
            for line in text.splitlines():
                plain = line.strip(" *_")
                assert not NUMBERED.fullmatch(plain), line
                assert not DASHED.fullmatch(plain), line
                assert len(line) <= 72 or "://" in line or "@" in line or text != found.text, line
        for text in texts if whole() else [texts[place]]:
            reply_all(marit, text, to)
            assert not sealed(games[1], marit)
