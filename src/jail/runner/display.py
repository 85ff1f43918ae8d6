# display.py - what code shows besides text: pictures, tables, HTML.
#
# A display is a dict of MIME type to str or bytes, made from the methods that
# notebooks know.  It goes to the host by a call that every host answers.
#
# SPDX-License-Identifier: Apache-2.0
import sys

DISPLAY = "caisson.display"  # CS_DISPLAY_CALL
LARGEST = 8 << 20  # bytes of one form
METHODS = (
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_latex_", "text/latex"),
    ("_repr_json_", "application/json"),
    ("_repr_pdf_", "application/pdf"),
)
current = []  # the host of this session, once there is one


def method_of(value, name):
    """The method, if its class has it: objects that have every name have none."""
    kind = type(value)
    if not isinstance(value, type) and callable(getattr(kind, name, None)):
        return getattr(value, name)
    return None


def as_form(mime, data):
    """The data as str or bytes; None: it cannot be."""
    if isinstance(data, tuple) and data:
        data = data[0]  # with metadata
    if mime.endswith("json") and not isinstance(data, (str, bytes)):
        import json

        data = json.dumps(data, default=repr)
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if not isinstance(data, str):
        return None
    if mime.startswith("image/") and mime != "image/svg+xml":
        import binascii

        return binascii.a2b_base64(data)
    return data


def rich_forms(value):
    """What its class offers, by MIME type; empty: nothing."""
    made = {}
    whole = method_of(value, "_repr_mimebundle_")
    if whole:
        found = whole()
        found = found[0] if isinstance(found, tuple) else found
        for mime, data in (found or {}).items():
            made[str(mime)] = as_form(str(mime), data)
    for name, mime in METHODS:
        make = None if made.get(mime) else method_of(value, name)
        data = make() if make else None
        if data is not None:
            made[mime] = as_form(mime, data)
    if not made and type(value).__module__ == "matplotlib.figure":
        made["image/png"] = figure_png(value)
    return {mime: data for mime, data in made.items() if data is not None}


def figure_png(figure):
    """A figure of matplotlib as a picture."""
    import io

    out = io.BytesIO()
    figure.savefig(out, format="png", bbox_inches="tight")
    return out.getvalue()


def bounded(forms):
    """Without what is too large; a line tells of it."""
    kept = {m: d for m, d in list(forms.items())[:12] if len(d) <= LARGEST}
    for mime, data in forms.items():
        if mime not in kept and len(data) > LARGEST:
            kept["text/plain"] = f"<{mime} of {len(data)} bytes: too large to show>"
    return kept


def send_forms(forms):
    """To the host; between runs, and in forks, there is none."""
    if current:
        current[-1].call(DISPLAY, (bounded(forms),), {})


def display(*values, **_options):
    """Show values: as pictures or tables where they can be."""
    for value in values:
        forms = rich_forms(value)
        forms.setdefault("text/plain", repr(value)[:100_000])
        send_forms(forms)


def show_figures(*_args, **_options):
    """Show every open figure of pyplot, and close it."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None or not hasattr(plots, "get_fignums"):
        return
    for number in plots.get_fignums():
        figure = plots.figure(number)
        if figure.get_axes() or figure.texts:
            display(figure)
        plots.close(figure)


def show_last(value):
    """The value of the code, if it is more than text; figures that are open."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None and value.__class__.__module__ == "builtins":
        return
    try:
        is_open = plots is not None and type(value).__module__ == "matplotlib.figure"
        is_open = is_open and getattr(value, "number", None) in plots.get_fignums()
        forms = {} if value is None or is_open else rich_forms(value)
        if forms:
            forms.setdefault("text/plain", repr(value)[:100_000])
            send_forms(forms)
        show_figures()
    except Exception as error:  # the value is there all the same
        print(f"display: {type(error).__name__}: {error}", file=sys.stderr)


# -- modules that are changed a little when somebody imports them -----------------


def change_pyplot(module):
    module.show = show_figures


def change_ipython(module):
    module.display = display


CHANGES = {"matplotlib.pyplot": change_pyplot, "IPython.display": change_ipython}


class Watcher:
    """Finds those modules where they are; without IPython there is a small one."""

    def __init__(self):
        self.busy = set()

    def find_spec(self, name, path=None, target=None):
        if name not in CHANGES and name != "IPython" or name in self.busy:
            return None
        import importlib.util

        self.busy.add(name)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.busy.discard(name)
        if spec is None:
            return stand_in(name)
        if name in CHANGES and spec.loader is not None:
            execute, change = spec.loader.exec_module, CHANGES[name]

            def exec_module(module):
                execute(module)
                change(module)

            spec.loader.exec_module = exec_module
        return spec


class StandIn:
    """Makes `IPython` and `IPython.display` where IPython is not installed."""

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__ == "IPython":
            module.get_ipython = lambda: None
            return
        module.display = display
        module.clear_output = lambda *args, **options: None
        for name, mime in FORMS.items():
            setattr(module, name, type(name, (Shown,), {"MIME": mime}))


FORMS = {
    "HTML": "text/html",
    "Markdown": "text/markdown",
    "SVG": "image/svg+xml",
    "Latex": "text/latex",
    "JSON": "application/json",
    "Pretty": "text/plain",
    "Image": "image/png",
}


class Shown:
    """Data with its form: HTML(...), Markdown(...), Image(...)."""

    MIME = "text/plain"

    def __init__(self, data=None, url=None, filename=None, format=None, **_options):
        if filename is not None or (self.MIME == "image/png" and isinstance(data, str)):
            with open(filename if filename is not None else data, "rb") as file:
                data = file.read()
            if not self.MIME.startswith("image/") or "svg" in self.MIME:
                data = data.decode()
        if data is None:
            raise ValueError("there is no network here: give data or a file, not an address")
        jpeg = isinstance(data, bytes) and data[:2] == b"\xff\xd8"
        self.data, self.format = data, "image/jpeg" if jpeg else self.MIME

    def _repr_mimebundle_(self, **_options):
        return {self.format: self.data}


def stand_in(name):
    from importlib.machinery import ModuleSpec

    return ModuleSpec(name, StandIn(), is_package=name == "IPython")


def watch():
    """From now on; before anything is imported for the code."""
    sys.meta_path.insert(0, Watcher())
