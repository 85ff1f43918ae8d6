# huffman.py: Huffman coding, bit packing and a trie.
# SPDX-License-Identifier: Apache-2.0

class Tree:
    def __init__(self, w, sym=None, left=None, right=None):
        self.w, self.sym, self.left, self.right = w, sym, left, right

    def __lt__(self, o): return (self.w, self.sym or '~') < (o.w, o.sym or '~')

    def codes(self, prefix=''):
        if self.sym is not None:
            yield self.sym, prefix or '0'
        else:
            yield from self.left.codes(prefix + '0')
            yield from self.right.codes(prefix + '1')


def build(text):
    freq = {}
    for c in text:
        freq[c] = freq.get(c, 0) + 1
    nodes = [Tree(n, c) for c, n in freq.items()]
    while len(nodes) > 1:
        nodes.sort(reverse=True)
        a, b = nodes.pop(), nodes.pop()
        nodes.append(Tree(a.w + b.w, None, a, b))
    return nodes[0]


def pack(bits):
    n = len(bits)
    return bytes([n % 8]) + int(bits or '0', 2).to_bytes((n + 7) // 8, 'big')


def unpack(data):
    pad, body = data[0], data[1:]
    n = len(body) * 8 - (8 - pad if pad else 0)
    return f'{int.from_bytes(body, "big"):0{n}b}'


def decode(tree, bits):
    out, node = [], tree
    for b in bits:
        if node.sym is None:
            node = node.left if b == '0' else node.right
        if node.sym is not None:
            out.append(node.sym)
            node = tree
    return ''.join(out)


for text in ('abracadabra', 'she sells sea shells by the sea shore', 'aaaa', 'mississippi river'):
    t = build(text)
    table = dict(t.codes())
    bits = ''.join(table[c] for c in text)
    data = pack(bits)
    print(sorted(table.items(), key=lambda kv: (len(kv[1]), kv[1])), len(bits), data.hex(), unpack(data) == bits, decode(t, unpack(data)) == text, f'{len(data) / len(text):.1%}')


class Trie:
    def __init__(self): self.kids, self.end = {}, False

    def add(self, w):
        n = self
        for c in w:
            n = n.kids.setdefault(c, Trie())
        n.end = True
        return self

    def walk(self, prefix=''):
        if self.end:
            yield prefix
        for c in sorted(self.kids):
            yield from self.kids[c].walk(prefix + c)

    def __contains__(self, w):
        n = self
        for c in w:
            if (n := n.kids.get(c)) is None:
                return False
        return n.end

    def complete(self, p):
        n = self
        for c in p:
            n = n.kids.get(c)
            if n is None:
                return []
        return list(n.walk(p))


t = Trie()
for w in 'car card care cat dog do cart'.split():
    t.add(w)
print(list(t.walk()), 'car' in t, 'ca' in t, t.complete('car'), t.complete('x'), t.complete(''))
