"""What library modules may ask of the engine and of the host.

docs/os-calls.md lists the contract.  Nothing here keeps state: what a session
must remember lives in the dict behind session_state.
"""

from _engine import (digest_copy, digest_final, digest_new, digest_update,
                     host_wait, os_call)
from intrinsics import _compiled, _file_name, _root, _source_text


def session_state(key, factory):
    """The session's object for key, a str; factory() makes it on first use."""
    if type(key) is not str:  # another one would meet all keys in its __eq__
        raise TypeError("session_state() key must be str")
    state = _root('state')
    found = state.get(key)
    if found is None:
        found = factory()
        state[key] = found
    return found


def source_text(filename):
    """The text of a program that this session runs, or None."""
    texts = _root('state').get('source_text')
    return None if texts is None else texts.get(filename)


def native_class(name):
    """The class that C code calls by this name; only while building."""
    return _root('state')[name]


def ast_parse(source, filename, mode):
    """The syntax tree as tuples; docs/os-calls.md says how they look."""
    modes = {'exec': 0, 'eval': 1, 'single': 2, 'func_type': 3}
    text = _source_text(source, "compile() arg 1")
    return _compiled(text, _file_name(filename), modes[mode], 8 | 32 << 8)
