# text_hash.py: The hash of a text is the same in every run.
# SPDX-License-Identifier: Apache-2.0
#
# CPython seeds it anew for each process, unless PYTHONHASHSEED is set.  Here a
# snapshot must mean the same in another process.  Keys that somebody chose to
# collide do not make a program slow nevertheless: a dict or set in which a
# search takes more than 96 steps places its keys by a keyed hash, whose key
# belongs to the session (--seed determines it, a snapshot holds it).  That is
# not seen in a dict; such a set has another order.
print(hash("x"), hash("x") == hash(b"x"))
#> 334410357 True
