"""Friends, and asking people by their names."""

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal

PEOPLE = {
    "not_befriendable": Refusal(
        409,
        _("Not somebody to be friends with"),
        _("You can be friends with other people who have an account, and you need one yourself."),
    ),
    "too_many_asked": Refusal(
        409,
        _("Too many open friend requests"),
        _("%(most)s people you asked haven’t answered yet. Take back one of your requests first."),
    ),
    "not_invitable": Refusal(
        409,
        _("Not somebody to invite"),
        _(
            "By name you can only invite other people who have an account and don’t sit at another "
            "table with the same deals. Nobody was invited."
        ),
    ),
}
