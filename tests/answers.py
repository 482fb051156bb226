"""What the test clients of Django and of its REST framework answer: their stubs have private names
for it.
"""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from rest_framework.response import Response

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from rest_framework.response import _MonkeyPatchedResponse as ApiAnswer
else:
    Answer, ApiAnswer = HttpResponse, Response

__all__ = ["Answer", "ApiAnswer"]
