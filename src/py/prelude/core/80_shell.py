"""What interactive sessions use."""


def _x_print_expr(value):
    """The value of an expression statement, typed at a prompt."""
    sys = _x_import_('sys', {}, None, 0)
    hook = getattr(sys, 'displayhook', None)
    if hook is None:
        raise RuntimeError('lost sys.displayhook')
    hook(value)


def _x_interactive(value):
    _x_print_expr(value)


class Quitter:
    """exit and quit: a call ends the program."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'Use {self.name}() or Ctrl-D (i.e. EOF) to exit'

    def __call__(self, code=None):
        raise SystemExit(code)


Quitter.__module__ = '_sitebuiltins'
_quitter, Quitter = Quitter, None
exit = _quitter('exit')
quit = _quitter('quit')
