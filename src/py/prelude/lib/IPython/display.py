"""Data with its form, as IPython.display has it: HTML(...), Markdown(...), Image(...)."""

from _display import display


class DisplayObject:
    """Data of one form."""

    _mime = 'text/plain'

    def __init__(self, data=None, url=None, filename=None, format=None, **options):
        picture = self._mime == 'image/png'
        if filename is not None or picture and isinstance(data, str):
            data = self._read(data if filename is None else filename)
        if data is None:
            raise ValueError("there is no network here: give data or a file, not an address")
        jpeg = picture and data[:2] == b'\xff\xd8'
        self.data, self.format = data, 'image/jpeg' if jpeg else self._mime

    def _read(self, name):
        text = not self._mime.startswith('image/') or 'svg' in self._mime
        with open(name, 'r' if text else 'rb') as file:
            return file.read()

    def __repr__(self):
        return f'<IPython.core.display.{type(self).__name__} object>'

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.format: self.data}


class HTML(DisplayObject):
    """HTML text."""

    _mime = 'text/html'


class Markdown(DisplayObject):
    """Markdown text."""

    _mime = 'text/markdown'


class SVG(DisplayObject):
    """A picture as SVG text."""

    _mime = 'image/svg+xml'


class Latex(DisplayObject):
    """LaTeX text."""

    _mime = 'text/latex'


class Math(Latex):
    """A formula in LaTeX."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        body = self.data.strip('$')
        return {self.format: rf'$\displaystyle {body}$'}


class JSON(DisplayObject):
    """Data that json can write."""

    _mime = 'application/json'


class Pretty(DisplayObject):
    """Plain text."""


class Image(DisplayObject):
    """A picture as PNG or JPEG bytes, or the name of its file."""

    _mime = 'image/png'


class Code(DisplayObject):
    """Source text."""


def clear_output(wait=False):
    """There is nothing to clear: displays are kept."""


def _show_as(form):
    def show(*values, **options):
        for value in values:
            display(value if isinstance(value, form) else form(value))
    return show


display_html = _show_as(HTML)
display_markdown = _show_as(Markdown)
display_svg = _show_as(SVG)
display_latex = _show_as(Latex)
display_json = _show_as(JSON)
display_png = _show_as(Image)
for _name in ('html', 'markdown', 'svg', 'latex', 'json', 'png'):
    _function = globals()['display_' + _name]
    _function.__name__ = _function.__qualname__ = 'display_' + _name
del _name, _function
