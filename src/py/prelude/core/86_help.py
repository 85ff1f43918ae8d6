"""help() and breakpoint(): short answers, no pager and no debugger."""


def _help_line(name, value):
    """name(signature), and the first line of its description."""
    shown = name
    if callable(value):
        try:
            shown += str(_import('inspect', {}, (), 0).signature(value))
        except (TypeError, ValueError):
            shown += '(...)'
    doc = getattr(value, '__doc__', None)
    if isinstance(doc, str) and doc.strip():
        return f"    {shown}\n        {doc.strip().splitlines()[0]}"
    return f"    {shown}"


def help(*args):
    """Print what is known about an object."""
    if not args:
        print("help(object) prints the description of a module, class or function.")
        return
    thing = args[0]
    if isinstance(thing, str):
        try:
            thing = _import(thing, {}, (), 0)
        except ImportError:
            print(f"No Python documentation found for {args[0]!r}.")
            return
    name = getattr(thing, '__name__', type(thing).__name__)
    kind = 'module' if type(thing).__name__ == 'module' else \
        'class' if isinstance(thing, type) else 'function' if callable(thing) else 'object'
    print(f"Help on {kind} {name}:\n")
    if kind in ('function', 'class'):
        print(_help_line(name, thing).lstrip().partition('\n')[0])
    doc = getattr(thing, '__doc__', None)
    if isinstance(doc, str) and kind != 'function':
        print(doc.strip())
    elif isinstance(doc, str):
        print('    ' + '\n    '.join(doc.strip().splitlines()))
    if kind == 'function':
        return
    owner = thing if kind != 'object' else type(thing)
    names = getattr(thing, '__all__', None) or [n for n in dir(owner) if not n.startswith('_')]
    print()
    for item in names:
        print(_help_line(item, getattr(owner, item, None)))


def breakpoint(*args, **kws):
    """Call sys.breakpointhook(): there is no debugger here."""
    return _import('sys', {}, (), 0).breakpointhook(*args, **kws)


def copyright():
    """Print who wrote this interpreter."""
    print("Caisson: Python 3.11 semantics, written from scratch.")


credits = license = copyright
