# events_plugins.py: Event bus, plugin registry, mixins and a state machine.
# SPDX-License-Identifier: Apache-2.0

class Registry(type):
    plugins = {}

    def __new__(m, name, bases, ns, **kw):
        cls = super().__new__(m, name, bases, ns)
        if kw.get('key'):
            m.plugins[kw['key']] = cls
        return cls

    def __init__(cls, name, bases, ns, **kw): super().__init__(name, bases, ns)


class Plugin(metaclass=Registry):
    def run(self, x): raise NotImplementedError(f'{type(self).__name__}.run')


class Upper(Plugin, key='up'):
    def run(self, x): return x.upper()


class Rev(Plugin, key='rev'):
    def run(self, x): return x[::-1]


class Broken(Plugin, key='broken'): pass


for k in sorted(Registry.plugins):
    try:
        print(k, Registry.plugins[k]().run('abc'))
    except NotImplementedError as e:
        print(k, 'not implemented:', e)


class Bus:
    def __init__(self): self.handlers = {}

    def on(self, name, prio=0):
        def deco(f):
            self.handlers.setdefault(name, []).append((prio, f))
            return f
        return deco

    def emit(self, name, *a, **k):
        results, errors = [], []
        for _, f in sorted(self.handlers.get(name, ()), key=lambda t: -t[0]):
            try:
                results.append(f(*a, **k))
            except Exception as e:
                e.add_note(f'in handler {f.__name__}')
                errors.append(e)
        if errors:
            raise ExceptionGroup(f'emit {name}', errors)
        return results


bus = Bus()


@bus.on('greet')
def polite(who): return f'hello {who}'


@bus.on('greet', prio=5)
def loud(who): return f'HEY {who.upper()}'


@bus.on('fail')
def bad(x): return 1 / x


@bus.on('fail', 1)
def worse(x): return [][x]


print(bus.emit('greet', 'bob'), bus.emit('none'))
try:
    bus.emit('fail', 0)
except* ZeroDivisionError as g:
    print('zde', [e.__notes__ for e in g.exceptions])
except* IndexError as g:
    print('ie', [str(e) for e in g.exceptions])


class State:
    transitions = {}

    def __init_subclass__(cls, **kw):
        State.transitions[cls.__name__] = kw

    def __init__(self, machine): self.machine = machine
    def enter(self): print('enter', type(self).__name__)


class Idle(State, start='Running', stop=None): pass
class Running(State, pause='Paused', stop='Idle'): pass
class Paused(State, start='Running', stop='Idle'):
    def enter(self):
        super().enter()
        self.machine.pauses += 1


class Machine:
    def __init__(self):
        self.pauses, self.history = 0, []
        self.go('Idle')

    def go(self, name):
        self.state = globals()[name](self)
        self.history.append(name)
        self.state.enter()

    def __getattr__(self, event):
        table = State.transitions[type(self.state).__name__]
        if event.startswith('__') or event not in table:
            raise AttributeError(f'no event {event!r} in {type(self.state).__name__}')
        return lambda: self.go(table[event]) if table[event] else print('ignored')


m = Machine()
for ev in ('stop', 'start', 'pause', 'start', 'pause', 'pause', 'stop', 'fly'):
    try:
        getattr(m, ev)()
    except AttributeError as e:
        print(e)
print(m.history, m.pauses, State.transitions)
