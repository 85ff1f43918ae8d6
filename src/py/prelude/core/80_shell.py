"""What interactive statements call."""


def _x_print_expr(value):
    """The value of an expression statement, typed at a prompt."""
    sys = _x_import_('sys', {}, None, 0)
    hook = getattr(sys, 'displayhook', None)
    if hook is None:
        raise RuntimeError('lost sys.displayhook')
    hook(value)
