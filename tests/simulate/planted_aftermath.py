"""Faults in what follows the end of games, and in bots that search; tests/simulate/planted.py has
the others.
"""

from tests.simulate.planting import Planted

RATINGS = "games.services.results.ratings"
LEAGUES = "games.services.results.leagues"
COMPACTION = "games.services.results.compaction"
AFTERMATH = [
    # Ratings
    Planted("a game rated again", f"{RATINGS}:settle", "number=None, ", ""),
    Planted("games rated by id", f"{RATINGS}:settle", '"ended_at", "pk"', '"pk"'),
    Planted(
        "a game to be rated noted after its end is committed",
        f"{RATINGS}:note",
        'RatedGame.objects.get_or_create(game=game, defaults={"by_rules": by_rules})',
        "transaction.on_commit(\n"
        "        lambda: RatedGame.objects.get_or_create(game=game, by_rules=by_rules))",
    ),
    Planted("a game that moderators ended counts", f"{RATINGS}:why_not", "not rated.by_rules", "0"),
    Planted(
        "what moderators left out counts again",
        f"{RATINGS}:settle",
        '.select_for_update(of=("self",), no_key=True)',
        "",
    ),
    Planted(
        "what was left out meanwhile forgotten",
        f"{RATINGS}:_renew_stale",
        "RatedGame.objects.filter(pk__in=stale).update(stale=False)",
        "transaction.on_commit(lambda: RatedGame.objects.update(stale=False))",
    ),
    # Leagues
    Planted(
        "a season begun by two sweeps",
        f"{LEAGUES}:_locked",
        ".select_for_update(no_key=True)",
        "",
    ),
    Planted(
        "a season begun before it has its tables",
        f"{LEAGUES}:begin",
        "_create_tables(league, season, _order(league, signed, before, count))",
        "order = _order(league, signed, before, count)\n"
        "        transaction.on_commit(lambda: _create_tables(league, season, order))",
    ),
    Planted(
        "a season closed over a game that is ending",
        f"{LEAGUES}:begin",
        "    _wait_for_endings(pk)\n",
        "",
    ),
    Planted(
        "a season that ends after its games were counted",
        f"{LEAGUES}:_end",
        "season.state, season.ended_at = Season.State.OVER, now",
        "season.state = Season.State.OVER",
    ),
    # Compaction
    Planted(
        "a bid lost by compaction",
        f"{COMPACTION}:_drop_bids",
        "for bid in bids[hand.pk]}",
        "for bid in bids[hand.pk][:2]}",
    ),
    Planted(
        "bids kept after the commit that deletes them",
        f"{COMPACTION}:_drop_bids",
        'Hand.objects.bulk_update(whole, ["kept_bids"])',
        'transaction.on_commit(lambda: Hand.objects.bulk_update(whole, ["kept_bids"]))',
    ),
    Planted(
        "letters deleted that are still owed",
        "accounts.notifications.retention:forget_about",
        ".exclude(state__in=WAITING)",
        "",
    ),
    Planted(
        "mails deleted that nobody has read",
        f"{COMPACTION}:_drop_mails",
        "filter(state__in=UNREAD)",
        "none()",
    ),
    Planted(
        "a record written anew by compaction",
        f"{COMPACTION}:_drop_tables",
        "        hands.update(table={})\n",
        "        hands.update(table={})\n"
        "        record.data['outcome'] = game.outcome\n"
        "        record.save()\n",
    ),
    # Bots
    Planted(
        "nobody hurries bots if the message is lost",
        "games.services.sweep:sweep",
        "_each(bot_thinking.hurry, selectors.due.late_bots(now, limit))",
        "pass",
    ),
    Planted(
        "a table of bots waits as if beside people",
        "games.services.hands.bot_answers:hurry",
        'hand.save(update_fields=["bots_due"])',
        "pass",
    ),
]
