# attributes.py: method calls and attribute access on small objects.
# SPDX-License-Identifier: Apache-2.0
class Tank:
    def __init__(self, size):
        self.size = size
        self.level = 0
        self.spilled = 0

    def pour(self, amount):
        self.level += amount
        if self.level > self.size:
            self.spilled += self.level - self.size
            self.level = self.size

    def drain(self, amount):
        taken = min(amount, self.level)
        self.level -= taken
        return taken


tanks = [Tank(50 + k) for k in range(10)]
used = 0
for turn in range(6_000):
    for tank in tanks:
        tank.pour(turn % 13)
        used += tank.drain(turn % 7)
print(used, sum(t.spilled for t in tanks))
