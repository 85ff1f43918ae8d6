# Small and big integers, their operators and texts.
a = 2 ** 70
b = -3 ** 45
print(a + b, a - b, a * b, a // 7, a % 1000, -a, ~b)
print(divmod(b, 10 ** 9), pow(3, 100, 10 ** 20), a.bit_length())
print(int('123' * 12), hex(a), oct(a), bin(5), format(a, ',d'))
print(a == 2 ** 70, hash(a) == hash(2 ** 70), {a: 1}[2 ** 70])
print([x << 40 for x in range(4)], sum(10 ** i for i in range(20)))
