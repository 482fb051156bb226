"""What a test knows and its types don't say."""

from typing import TypeVar

from django.core.mail import EmailMessage, EmailMultiAlternatives

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """What must be there, such as a result or the user of a seat that is taken."""
    assert value is not None
    return value


def html_of(mail: EmailMessage) -> str:
    """The HTML of a letter, which must have some."""
    assert isinstance(mail, EmailMultiAlternatives)
    return str(mail.alternatives[0][0])
