"""A view that was released does not keep a dump of its bytearray from loading."""

data = bytearray(b"line1")
view = memoryview(data)
part = view[1:4]
try:
    data.clear()
except BufferError as error:
    print(error)
part.release()
view.release()
data.clear()
print(data, len(data))
try:
    view[0]
except ValueError as error:
    print(error)

data = bytearray(b"line1")
view = memoryview(data)
part = view[:3]
view.release()
try:
    data.clear()
except BufferError as error:
    print(error)
print(part.tobytes(), len(data))
again = part.cast("b")
part.release()
try:
    data += b"x"
except BufferError as error:
    print(error)
del again
data += b"x"
print(data)
