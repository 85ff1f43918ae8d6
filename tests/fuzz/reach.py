# reach.py - walk everything that a program can reach, and find no intrinsic.
#
# A guest program: tests/attacks/test_a_language.py sets KEYS (those that the
# library gives to session_state) and MODULES before it.  It follows items,
# attributes, closures, frames, tracebacks, namespaces of modules and classes,
# and prints how many objects it met and which natives of the engine's hidden
# module `intrinsics` were among them.
#
# SPDX-License-Identifier: Apache-2.0
import gc
import sys
import types

seen, todo, found = {}, [], []
NATIVES = (type(len), type(list.append), type(int.__add__), type(dict.__dict__['fromkeys']))
PLAIN = (int, str, float, bytes, bool, complex, type(None), range)
# Attributes that are kept, not made anew whenever somebody asks.
PARTS = ('__globals__', '__closure__', '__defaults__', '__kwdefaults__', '__code__', '__wrapped__', '__self__', '__func__',
         '__builtins__', '__objclass__', '__cause__', '__context__', '__traceback__', 'co_consts', 'cell_contents', 'fget', 'fset',
         'fdel', 'func', 'keywords', 'args', 'tb_next', '__origin__', '__args__')
class_space = type.__dict__['__dict__'].__get__
subclasses = type.__subclasses__


def add(x, how):
    if id(x) not in seen:
        seen[id(x)] = x
        todo.append((x, how))


def add_frames():
    frame = sys._getframe()
    while frame is not None:
        for name in ('f_globals', 'f_locals', 'f_builtins', 'f_code'):
            add(getattr(frame, name), name)
        frame = frame.f_back


def in_thread():
    try:
        import json
        json.loads('{', object_hook=lambda d: add_frames())
    except ValueError as error:
        add(error, 'exception')
        tb = error.__traceback__
        while tb is not None:
            add(tb.tb_frame.f_locals, 'frame of a traceback')
            add(tb.tb_frame.f_globals, 'frame of a traceback')
            tb = tb.tb_next
    add_frames()
    sorted([3, 1, 2], key=lambda x: add_frames() or x)


def walk(x, how):
    cls = type(x)
    if cls in PLAIN:
        return
    if cls in NATIVES and getattr(x, '__module__', None) == 'intrinsics':
        found.append(how)
    add(cls, f'class of {how}')
    if isinstance(x, type):
        for name, value in list(class_space(x).items()):
            add(value, f'{how}.{name}')
        for value in subclasses(x) + list(x.__mro__):
            add(value, f'{value.__module__}.{value.__name__}')
    elif cls in (dict, types.MappingProxyType):
        for name, value in list(x.items()):
            add(name, f'key of {how}')
            add(value, f'{how}[{name!r:.40}]')
    elif cls in (list, tuple, set, frozenset):
        for value in list(x):
            add(value, f'{how}[...]')
    elif cls is types.ModuleType:
        for name in dir(x):
            add(getattr(x, name), f'{x.__name__}.{name}')
    else:
        for name in PARTS:
            try:
                add(object.__getattribute__(x, name), f'{how}.{name}')
            except Exception:
                pass
        try:
            add(list(object.__getattribute__(x, '__dict__').values()), f'{how}.__dict__')
        except Exception:
            pass


def start():
    import threading
    import _caisson
    add(__builtins__, '__builtins__')
    add(sys.modules, 'sys.modules')
    for name in MODULES:
        try:
            add(__import__(name, None, None, ['x']), name)
        except Exception:
            pass
    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    in_thread()
    for key in KEYS:
        try:
            add(_caisson.session_state(key, lambda: None), f'state of {key}')
        except Exception:
            pass
    for x in gc.get_objects() + gc.get_referrers(len) + gc.get_referents(sys.modules):
        add(x, 'gc')


for own in (seen, todo, found, globals()):
    seen[id(own)] = own
start()
while todo:
    thing, path = todo.pop()
    if len(path) < 400:  # mocks make new attributes without end
        walk(thing, path)
print('many' if len(seen) > 10000 else len(seen))
for how in sorted(set(found)):
    print('FOUND', how)
