# The other alphabet, in both directions.
# SPDX-License-Identifier: Apache-2.0
import base64

data = bytes(range(240, 256)) + b"~?>"
print(base64.urlsafe_b64encode(data), base64.b64encode(data, b"@!"))
print(base64.urlsafe_b64encode(bytearray(data)) == base64.urlsafe_b64encode(
    memoryview(data)))
text = base64.urlsafe_b64encode(data)
print(base64.urlsafe_b64decode(text) == data,
      base64.urlsafe_b64decode(text.decode()) == data,
      base64.b64decode(text, b"-_") == data)
for bad in ("é", 1, "abc", "a*bc=", b"Zg==Zg"):
    for validate in (False, True):
        try:
            print(base64.b64decode(bad, validate=validate))
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
    try:
        print(base64.urlsafe_b64decode(bad))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
for bad in ("text", 1):
    for how in (base64.b64encode, base64.urlsafe_b64encode):
        try:
            print(how(bad))
        except TypeError as e:
            print(e)
