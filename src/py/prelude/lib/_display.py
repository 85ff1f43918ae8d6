"""What programs show besides text: pictures, tables, HTML.

A display is a dict of MIME type to str or bytes, made from the methods that
notebooks know; the host keeps it, within its bounds.  The C part of the engine
asks for show_last() when the value of the code has such a method.
"""

from _engine import os_call

LARGEST = 8 << 20  # characters or bytes of one form
FORMS_MOST = 12
TEXT_MOST = 100_000
METHODS = (
    ('_repr_png_', 'image/png'),
    ('_repr_jpeg_', 'image/jpeg'),
    ('_repr_svg_', 'image/svg+xml'),
    ('_repr_html_', 'text/html'),
    ('_repr_markdown_', 'text/markdown'),
    ('_repr_latex_', 'text/latex'),
    ('_repr_json_', 'application/json'),
    ('_repr_pdf_', 'application/pdf'),
)


def _method_of(value, name):
    """The method, if its class has it: objects that have every name have none."""
    if isinstance(value, type) or not callable(getattr(type(value), name, None)):
        return None
    return getattr(value, name)


def _as_form(mime, data):
    """The data as str or bytes; None: it cannot be."""
    if isinstance(data, tuple) and data:
        data = data[0]  # with metadata
    if mime.endswith('json') and not isinstance(data, (str, bytes)):
        data = __import__('json').dumps(data, default=repr)
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if not isinstance(data, str):
        return None
    if mime.startswith('image/') and mime != 'image/svg+xml':
        return __import__('binascii').a2b_base64(data)
    return str(data)


def _rich_forms(value):
    """What its class offers, by MIME type; empty: nothing."""
    made = {}
    whole = _method_of(value, '_repr_mimebundle_')
    if whole:
        found = whole()
        found = found[0] if isinstance(found, tuple) else found
        for mime, data in (found or {}).items():
            made[str(mime)] = _as_form(str(mime), data)
    for name, mime in METHODS:
        make = None if made.get(mime) else _method_of(value, name)
        data = make() if make else None
        if data is not None:
            made[mime] = _as_form(mime, data)
    return {mime: data for mime, data in made.items() if data is not None}


def _bounded(forms):
    """Without what is too large; a line tells of it."""
    kept = {m: d for m, d in list(forms.items())[:FORMS_MOST] if len(d) <= LARGEST}
    for mime, data in forms.items():
        if mime not in kept and len(data) > LARGEST:
            kept['text/plain'] = f'<{mime} of {len(data)} bytes: too large to show>'
    return kept


def _show(value, forms):
    forms.setdefault('text/plain', repr(value)[:TEXT_MOST])
    os_call('caisson.display', _bounded(forms))


def display(*values, **options):
    """Show values: as pictures or tables where they can be."""
    for value in values:
        _show(value, _rich_forms(value))


def show_last(value):
    """The value of the code, which has forms; it is there even if they fail."""
    try:
        forms = _rich_forms(value)
        if forms:
            _show(value, forms)
    except Exception as error:
        stderr = __import__('sys').stderr
        print(f'display: {type(error).__name__}: {error}', file=stderr)
