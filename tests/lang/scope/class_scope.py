# class_scope.py: Names in class bodies: not visible in methods, own rules.
# SPDX-License-Identifier: Apache-2.0

x = 'global'


class A:
    x = 'class'
    y = x

    def m(self): return x
    z = [x for _ in range(1)]
    w = [i for i in x]
    f = lambda: x
    g = (lambda x=x: x)()

    class Inner:
        v = x

        def n(self): return x


print(A.y, A().m(), A.z, A.w, A.f(), A.g, A.Inner.v, A.Inner().n())


def outer():
    x = 'enclosing'

    class B:
        y = x
        x = 'class'
        z = x

        def m(self): return x

    class C:
        y = x

        def m(self): return x
    try:
        return B.y, B.z, B().m(), C.y, C().m()
    except NameError as e:
        return str(e)


print(outer())


class D:
    try:
        undefined_before
    except NameError as e:
        print(e)
    undefined_before = 1
    if True:
        cond = 'yes'
    for loop in range(2):
        pass
    with_del = 1
    del with_del
    a = b = c = 0
    d, (e2, f2) = 1, (2, 3)
    __private = 5


print(sorted(k for k in vars(D) if not k.startswith('__')))


def free():
    v = 1

    class E:
        v = 'own'

        def get(self): return v
    return E.v, E().get()


try:
    print(free())
except NameError as e:
    print(type(e).__name__, e)


class F:
    global gl
    gl = 'set globally'

    def m(self):
        global gl
        gl += '!'


F().m()
print(gl, hasattr(F, 'gl'))


def nl():
    n = 0

    class G:
        nonlocal n
        n = 5
        m = n
    return n, hasattr(G, 'n'), G.m


print(nl())


class H:
    len = 'shadow'
    print(len)

    def m(self): return len([1, 2])
    n = __builtins__ is not None


print(H().m(), H.len)


class I:
    def a(self): return 1
    b = a
    c = a(None)


print(I().b(), I.c)


class J:
    x = x
    print(x, locals()['x'], __qualname__, __module__)


class K:
    p = 1

    def q(self, r=p): return r
    p = 2


print(K().q(), K.p)
print([c for c in (1, 2) if (lambda: c)() > 1], (lambda: [__name__ for _ in 'a'])())
