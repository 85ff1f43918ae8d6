# regex_engine.py: A tiny backtracking regular expression matcher.
# SPDX-License-Identifier: Apache-2.0

class RegexError(ValueError): pass


def parse(p):
    def alt(i):
        branches, seq = [], []
        while i < len(p) and p[i] != ')':
            if p[i] == '|':
                branches.append(seq)
                seq = []
                i += 1
                continue
            node, i = atom(i)
            if i < len(p) and p[i] in '*+?':
                node = ('rep', node, 0 if p[i] != '+' else 1, 1 if p[i] == '?' else None)
                i += 1
            seq.append(node)
        return ('alt', branches + [seq]), i

    def atom(i):
        c = p[i]
        if c == '(':
            node, j = alt(i + 1)
            if j >= len(p):
                raise RegexError(f'missing ) for position {i}')
            return ('group', node), j + 1
        if c == '[':
            j = p.find(']', i + 2)
            if j < 0:
                raise RegexError(f'missing ] for position {i}')
            body, neg, items = p[i + 1:j], p[i + 1] == '^', set()
            body = body[neg:]
            k = 0
            while k < len(body):
                if k + 2 < len(body) and body[k + 1] == '-':
                    items |= {chr(x) for x in range(ord(body[k]), ord(body[k + 2]) + 1)}
                    k += 3
                else:
                    items.add(body[k])
                    k += 1
            return ('set', items, neg), j + 1
        if c in '*+?':
            raise RegexError(f'nothing to repeat at position {i}')
        if c == '\\':
            return {'d': ('set', set('0123456789'), False), 'w': ('pred', str.isalnum), 's': ('pred', str.isspace)}.get(p[i + 1], ('chr', p[i + 1])), i + 2
        return {'.': ('any',), '^': ('start',), '$': ('end',)}.get(c, ('chr', c)), i + 1

    node, i = alt(0)
    if i != len(p):
        raise RegexError(f'unbalanced ) at position {i}')
    return node


def match(node, s, i, k):
    match node:
        case ('chr', c):
            return i < len(s) and s[i] == c and k(i + 1)
        case ('any',):
            return i < len(s) and k(i + 1)
        case ('set', items, neg):
            return i < len(s) and (s[i] in items) != neg and k(i + 1)
        case ('pred', f):
            return i < len(s) and f(s[i]) and k(i + 1)
        case ('start',):
            return i == 0 and k(i)
        case ('end',):
            return i == len(s) and k(i)
        case ('group', inner):
            return globals()['match'](inner, s, i, k)
        case ('alt', branches):
            return any(seq(b, s, i, k) for b in branches)
        case ('rep', inner, lo, hi):
            def more(n, i):
                if hi is None or n < hi:
                    if globals()['match'](inner, s, i, lambda j: j > i and more(n + 1, j)):
                        return True
                return n >= lo and k(i)
            return more(0, i)


def seq(nodes, s, i, k):
    return k(i) if not nodes else match(nodes[0], s, i, lambda j: seq(nodes[1:], s, j, k))


def search(p, s):
    node = parse(p)
    for i in range(len(s) + 1):
        end = []
        if match(node, s, i, lambda j: end.append(j) or True):
            return i, end[0], s[i:end[0]]


for p, s in (('abc', 'xabcx'), ('a*b', 'aaab'), ('a+b?', 'caab'), ('^a.c$', 'abc'), ('^a.c$', 'abcd'), ('(ab|cd)+', 'xxcdabcdx'), ('[a-c]+[^x]', 'zzabcxabcy'), ('\\d+', 'tel 555-12'), ('(a|b)*c|d', 'ababd'), ('x*', 'aaa'), ('\\w+\\s\\w+', 'hello big world'), ('a(b(c|d))?e', 'abde ae'), ('(a*)*b', 'aaaaac'), ('colou?r', 'my color'), ('\\.', 'a.b')):
    print(p, s, search(p, s))
for p in ('(a', 'a)', '*a', '[a', 'a|*'):
    try:
        search(p, 'a')
    except RegexError as e:
        print(p, e)
