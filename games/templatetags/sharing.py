"""Tags for sharing a link."""

import io

import qrcode
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathImage

register = template.Library()


@register.simple_tag
def qr_code(text: str) -> SafeString:
    """``{% qr_code link %}``: black on white in every theme, or cameras can't read it."""
    code = qrcode.QRCode(border=2, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(text)
    found = io.BytesIO()
    code.make_image(image_factory=SvgPathImage).save(found)
    svg = found.getvalue().decode()
    path = svg.split(' d="', 1)[1].split('"', 1)[0]
    side = code.modules_count + 2 * code.border
    return format_html(
        '<svg class="qr-code" viewBox="0 0 {} {}" role="img"><title>{}</title>'
        '<path fill="#fff" d="M0 0h{}v{}H0z"/><path fill="#000" d="{}"/></svg>',
        side, side, _("The link as a QR code"), side, side, mark_safe(path),  # noqa: S308 - numbers
    )  # fmt: skip
