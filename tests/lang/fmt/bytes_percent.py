# bytes_percent.py: Percent formatting of bytes and bytearray.
# SPDX-License-Identifier: Apache-2.0

print(b'%s' % b'x', b'%b' % b'y', b'%d %i %x' % (1, 2, 255), b'%5s|%-5s|%.1s' % (b'a', b'b', b'cd'), b'%c%c' % (65, b'B'))
print(b'%f %.2f %e %g' % (1.5, 2.0, 3.0, 4.0), b'%r %a' % ('x', 'é'), b'%%' % (), b'%(k)s %(n)d' % {b'k': b'v', b'n': 5})
print(bytearray(b'%s') % b'z', type(bytearray(b'%d') % 5).__name__, b'%08x' % 255, b'%+d % d' % (5, 5), b'%#o' % 8, b'%*d' % (5, 3))


class B:
    def __bytes__(self): return b'custom'


print(b'%s' % B(), b'%b' % bytearray(b'ba'), b'%s' % memoryview(b'mv'))
for tpl, arg in ((b'%s', 'str'), (b'%s', 5), (b'%b', None), (b'%d', b'x'), (b'%c', 256), (b'%c', b'ab'), (b'%c', 'a'), (b'%q', 1), (b'%', 1), (b'%s %s', b'x'), (b'%s', (b'a', b'b')), (b'', 1),
                 (b'%(k)s', {'k': 1}), (b'%(k)s', 5), (b'%x', 1.5), (b'%f', b'x'), (b'%c', -1), (b'%s', [1]), (b'%d', None)):
    try:
        print(tpl, repr(arg), tpl % arg)
    except Exception as e:
        print(tpl, repr(arg), type(e).__name__, e)
