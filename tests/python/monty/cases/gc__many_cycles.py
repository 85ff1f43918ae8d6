# gc-interval=10
class Node:
    pass


for _ in range(2000):
    a, b = Node(), Node()
    a.other, b.other = b, a
len({id(n) for n in [a, b]})
# Return=2
