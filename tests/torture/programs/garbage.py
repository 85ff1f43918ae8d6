# Cycles, many short-lived objects, self-reference.
class Node:
    def __init__(self, n):
        self.n = n
        self.link = self
        self.data = [n] * 3


keep = []
for i in range(60):
    a, b = Node(i), Node(-i)
    a.link, b.link = b, a
    if i % 20 == 0:
        keep.append(a)
print([k.link.n for k in keep], [k.link.link is k for k in keep])
ring = []
for i in range(30):
    ring = [ring, {i: ring}, (ring,)]
depth = 0
while ring:
    ring, depth = ring[0], depth + 1
print(depth)
text = ''
for i in range(50):
    text = text[-20:] + str(i)
print(text)
