"""Every column of every table: altered for those who may not know it, or open, with the reason.

A test fails for a new column until it is listed here.
"""

ALTERED = """
games.Game.sealed_secret games.Game.sealed_state games.Game.sealed_shuffles games.Game.sealed_seed
games.Game.link_secret
games.Seat.policy games.Seat.entropy games.Seat.looked_at_hand games.Seat.ask_forced
games.Seat.strict_mail
games.Plan.seat games.Plan.owner games.Plan.sealed games.Plan.changed_at
games.Opening.sealed games.Opening.changed_at games.Preference.policy games.Preference.ask_forced
games.Note.seat games.Note.author games.Note.number games.Note.hand_number games.Note.sealed
games.Note.changed_at games.Note.released_at games.Note.game
games.Game.chat_length games.Seat.chat_read games.Seat.chat_told
games.Message.number games.Message.seat games.Message.author games.Message.sealed games.Message.at
games.Message.hidden_at games.Message.game
games.Ignored.by games.Ignored.whom games.Ignored.since
games.Friendship.asker games.Friendship.asked games.Friendship.at games.Friendship.accepted_at
games.Friendship.declined_at games.Friendship.withdrawn_at
games.Invitation.email
games.Bid.sealed games.Bid.via games.Bid.changes games.Bid.placed_at games.Bid.given_at
games.Peek.opened_at
games.SeatClock.answered_at games.SeatClock.took_seconds
games.IdempotencyKey.key games.IdempotencyKey.fingerprint games.IdempotencyKey.sealed_receipt
games.ReplyAddress.digest games.ReplyAddress.sealed_token games.ReplyAddress.made_at
games.ReplyAddress.revoked_at
games.InboundMail.identity games.InboundMail.door games.InboundMail.received_at
games.InboundMail.sealed_raw games.InboundMail.state games.InboundMail.outcome
games.InboundMail.letter games.InboundMail.sealed_result games.InboundMail.likeness
games.InboundMail.settled_at games.InboundMail.attempts
accounts.User.password accounts.User.last_login accounts.User.email accounts.User.zone
accounts.User.zone_follows
accounts.User.language accounts.User.remind_hours accounts.User.digest accounts.User.digest_hour
accounts.User.answered_at
accounts.User.strict_mail accounts.User.learned
accounts.User.muted_until accounts.User.suspended_until
accounts.Notice.state accounts.Notice.reason accounts.Notice.attempts
accounts.Notice.read_at
accounts.User.recovered_at accounts.User.paused_at
accounts.Bounce.notice accounts.Bounce.sort accounts.Bounce.address accounts.Bounce.status
accounts.Bounce.said accounts.Bounce.at
accounts.Suppression.address accounts.Suppression.reason accounts.Suppression.since
accounts.UnaskedLetter.digest accounts.UnaskedLetter.key accounts.UnaskedLetter.counts
accounts.UnaskedLetter.at
accounts.Choice.wanted
accounts.Feed.digest
accounts.PushDevice.sealed accounts.PushDevice.label accounts.PushDevice.digest
accounts.PushDevice.last_ok_at accounts.PushDevice.session
accounts.Webhook.sealed accounts.Webhook.host accounts.Webhook.last_error accounts.Webhook.failures
accounts.Webhook.last_ok_at accounts.Webhook.failing_since
accounts.Vacation.first accounts.Vacation.last
accounts.MailboxLetter.sealed_head accounts.MailboxLetter.sealed_raw
accounts.MailboxLetter.message_id accounts.MailboxLetter.received_at
accounts.MailboxLetter.recipient
account.EmailAddress.email account.EmailAddress.verified
accounts.ApiKey.name accounts.ApiKey.digest accounts.ApiKey.used_on
accounts.ApiKey.scopes accounts.ApiKey.expires_at
mfa.Authenticator.data mfa.Authenticator.created_at
sessions.Session.session_data
usersessions.UserSession.session_key usersessions.UserSession.ip
usersessions.UserSession.user_agent
"""

# By table: all other columns can be seen by everybody at the table, or in its log.
OPEN = {
    "games.Game": "the table as it stands, on its page",
    "games.Duplicate": "which tables play the same deals, and since when they are compared",
    "games.SandboxTable": "that it is one of the sandbox",
    "games.Seat": "who sits where, and how often they missed",
    "games.Invitation": "seen by the players at the table; when and by whom shows nothing hidden",
    "games.Stage": "public",
    "games.Hand": "public: which seats are asked, and until when",
    "games.Bid": "that it is in; the digest looks the same whatever it commits to; opened: public",
    "games.Aside": "public: it is in the log",
    "games.Plan": "nothing of it, not even whether there is one",
    "games.Opening": "nothing of it, but that whoever owns it sees it",
    "games.Preference": "nothing of it, but that whoever it belongs to sees it",
    "games.Note": "nothing of it, not even whether there is one, before its writer shows it",
    "games.Message": "nothing of it, to those who do not sit there; to those who do, all",
    "games.Ignored": "nothing of it",
    "games.Friendship": "nothing of it",
    "games.Peek": "that somebody may look follows from the log",
    "games.SeatTenure": "who sat where from which hand to which: on the page and in the record",
    "games.Vote": "what a seat wishes is seen by all at the table",
    "games.SeatClock": "until when each seat has time",
    "games.PastClocks": "of hands turned a week ago: counted in the public record like clocks",
    "games.LogEntry": "public",
    "games.VoidReceipt": "nothing of it before the end, then to whoever has the receipt",
    "games.TakenBack": "that hands were taken back, and which: it is in the log",
    "games.Credit": "public: which hand got how much time, as its log says",
    "accounts.Heartbeat": "when the service was alive; of nobody",
    "accounts.Outage": "when it was not; of nobody",
    "games.Report": "what its reporter says; no door but theirs and the panel shows it",
    "games.RatedGame": "that a game is over and counts",
    "games.Rating": "how strongly somebody plays, from finished games, in the list of people",
    "games.BotRating": "how strong the levels of bots are, in the list of people",
    "games.Course": "what a spectator saw as each hand opened",
    "games.RatingStep": "what a finished game changed, on its people's pages",
    "games.League": "a league, as moderators made it",
    "games.Season": "when it begins and began",
    "games.Entry": "who plays in it, in which division, and how it went",
    "games.LeagueGame": "which tables belong to it",
    "games.Record": "there is none before the end, and then it is public",
    "games.IdempotencyKey": "whose it is and since when: on no page",
    "games.ReplyAddress": "that a letter asked somebody for an answer follows from the game",
    "games.ReplyTopic": "which hands a letter asked somebody for follows from the games",
    "games.InboundMail": "to which address",
    "accounts.WrongClock": "the name of a host, and by how much its clock is wrong",
    "games.HouseMail": "that somebody wrote to the operators, which is about no game",
    "accounts.User": "name, kind and roles",
    "accounts.Notice": "rows and times follow from the public course of the game",
    "accounts.Canary": "one value that is printed in the source, for each key that ever wrote",
    "accounts.ModerationEntry": "what the staff did, about games as spectators see them",
    "accounts.Remark": "what the staff wrote to it, sealed",
    "accounts.Suppression": "nothing of it",
    "accounts.UnaskedLetter": "nothing of it",
    "accounts.Bounce": "nothing of it",
    "accounts.Sighting": "on no page but the panel's, and there only whose networks are the same",
    "accounts.Choice": "the row itself says nothing",
    "accounts.Feed": "whose it is and since when: on its owner's page alone",
    "accounts.PushDevice": "whose it is and since when: on its owner's page alone",
    "accounts.Webhook": "whose it is and since when; off or paused: on its owner's page alone",
    "accounts.Vacation": "whose it is",
    "accounts.MailboxLetter": "nothing of it",
    "account.EmailAddress": "whose it is",
    "account.EmailConfirmation": "no door shows it, and there are none in these games",
    "accounts.ApiKey": "whose it is and since when: on its owner's page alone",
    "mfa.Authenticator": "whose it is",
    "sessions.Session": "until when",
    "usersessions.UserSession": "whose it is and when",
    "auth.Permission": "a list of Django's",
    "auth.Group": "roles",
    "contenttypes.ContentType": "a list of Django's",
    "accounts.Program": "who wrote a bot: on its page",
    "accounts.FormerGuest": "which account a guest signed in to: in the export of its data",
    "allauth_idp_oidc.Client": "who registered an application, and how it is called",
    "allauth_idp_oidc.Token": "that somebody has let an application act: on their page alone",
    "admin.LogEntry": "what moderators changed; games are not changed there",
}
