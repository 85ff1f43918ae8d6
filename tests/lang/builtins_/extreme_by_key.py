# min and max with a key: which item, how often asked, what goes wrong.
# SPDX-License-Identifier: Apache-2.0
words = ["pear", "fig", "apple", "kiwi", "plum"]
counts = {"a": 2, "b": 3, "c": 3}
for best in (min, max):
    print(best(words, key=len), best(words, key=str.upper),
          best(words, key=lambda w: w[-1]), best(counts, key=counts.get),
          best([*counts], key=counts.get), best([3, -4], key=abs),
          best(*words, key=len), best(tuple(words), key=len))
    print(best([], key=len, default=7), best([], default=None),
          best([1], key=None), best([2], key=None, default=0))
    for bad in (lambda: best([], key=len), lambda: best([1, 2], key=len),
                lambda: best(words, key=1), lambda: best(words, kee=len),
                lambda: best(1, 2, default=3), lambda: best(key=len),
                lambda: best([1, "a"], key=lambda x: x)):
        try:
            print(bad())
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
seen = []


def note(word):
    seen.append(word)
    if len(seen) == 2:
        items.append("last")
    return len(word)


items = ["aa", "b", "cccc"]
print(max(items, key=note), seen, items)
print(max([float("nan"), 1.0], key=float), min([1, True, 1.0], key=int))
