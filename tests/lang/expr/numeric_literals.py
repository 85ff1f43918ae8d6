# numeric_literals.py: All spellings of numeric literals and invalid ones.
# SPDX-License-Identifier: Apache-2.0

print(0, 00, 000, 0_0, 1_000, 10_00_0)
print(0x1F, 0XfF, 0x_ff, 0xdead_beef)
print(0o17, 0O7_7, 0o_1, 0b101, 0B1_1, 0b_1)
print(1., .5, 1.5, 0.0, 00.5, 1e3, 1E3, 1e+3, 1e-3, 1.e2, .5e1, 1_0.0_1, 1_0e1_0)
print(09.5, 010.0, 09e1, 1e0, 0e0, 1e308, 1e309, -1e309, 1e-400)
print(1j, 1.5j, .5J, 1e3j, 10_0j, 0j, 00j, 09j)
print(123456789012345678901234567890, -123456789012345678901234567890)
print(0xffffffffffffffffffffffff, 0b1 << 100)
print(5 .bit_length(), 5..is_integer(), 5.0.hex(), (5).real, 5j.imag)
print(1 .real, 1.0.real, 1.e1.real)
print(0.1, 0.2, 0.1 + 0.2, 1e16, 1e15, 123456789.123456789)
print(9007199254740993, 9007199254740993.0, 1e22, 1e23)
print(4.9e-324, 2e-324, 2.2250738585072014e-308, 1.7976931348623157e308)
print(type(1), type(1.), type(1j), type(0x1), type(True))
