# generators.py: a pipeline of three generators over 100000 numbers.
# SPDX-License-Identifier: Apache-2.0
def numbers(n):
    for i in range(n):
        yield i * 17 % 1_000


def keep(source):
    for value in source:
        if value % 3:
            yield value


def running(source):
    acc = 0
    for value in source:
        acc += value
        yield acc


last = 0
for last in running(keep(numbers(100_000))):
    pass
print(last, sum(v * v for v in keep(numbers(1_000))))
