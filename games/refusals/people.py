"""Friends, and asking people by their names."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

PEOPLE = {
    "not_befriendable": Refusal(
        409,
        _("Not somebody to be friends with"),
        _("You can be friends with other people who have an account, as you do yourself."),
    ),
    "too_many_asked": Refusal(
        409,
        _("Too many questions are open"),
        _("%(most)s people you asked haven’t answered yet. Take one of your questions back first."),
    ),
    "not_invitable": Refusal(
        409,
        _("Not somebody to invite"),
        _("You can invite other people who have an account by their name. Nobody was asked."),
    ),
}
