# A TreeBuilder takes the attributes as they are.
# SPDX-License-Identifier: Apache-2.0
import xml.etree.ElementTree as ET

b = ET.TreeBuilder()
given = {"k": "v"}
b.start("a", given)
given["x"] = "1"
b.data("t")
b.data("u")
child = b.start("b", {})
b.end("b")
b.data("tail")
b.end("a")
root = b.close()
print(root.attrib, root.text, child.tail, len(root), ET.tostring(root))
for bad in (None, [("a", "b")], 1):
    try:
        print(ET.TreeBuilder().start("a", bad).attrib)
    except TypeError as e:
        print(e)


class Own(ET.Element):
    pass


b = ET.TreeBuilder(Own)
b.start("a", {"k": "v"})
b.start("b", {})
b.end("b")
b.end("a")
print(type(b.close()).__name__, [type(e).__name__ for e in b.close()])
