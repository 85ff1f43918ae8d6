# every form of difference over many small texts
import difflib

LINES = ["alpha beta\n", "alpha Beta\n", "\tgamma delta\n", "gamma  delta\n", "same\n", "#\n",
         "  \n", "one two three\n", "one 2 three\n", "last"]


def texts(seed):
    a, b = [], []
    for i in range(9):
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        kind = seed >> 16 & 7
        line = LINES[(seed >> 8) % len(LINES)]
        if kind != 1:
            a.append(line)
        if kind != 2:
            b.append(LINES[(seed >> 4) % len(LINES)] if kind == 3 else line)
    return a, b


for n in range(25):
    a, b = texts(n)
    d = list(difflib.ndiff(a, b))
    print(d, list(difflib.restore(d, 1)) == a, list(difflib.restore(d, 2)) == b)
    print(list(difflib.unified_diff(a, b, "x", "y", "date1", "date2", n=n % 4)))
    print(list(difflib.context_diff(a, b, "x", "y", n=n % 4, lineterm="")))
    print(list(difflib.Differ(difflib.IS_LINE_JUNK, difflib.IS_CHARACTER_JUNK).compare(a, b)))
    m = difflib.SequenceMatcher(None, "".join(a), "".join(b))
    print(m.get_matching_blocks(), m.get_opcodes(), m.ratio(), m.quick_ratio(),
          m.real_quick_ratio(), list(m.get_grouped_opcodes(1)), m.find_longest_match(0, 5, 0, 5))
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]),
      difflib.get_close_matches("x", []), difflib.get_close_matches("abc", ["abd", "xbc"], 1, 0.5))
m = difflib.SequenceMatcher(lambda c: c == " ", "private Thread x;", "private volatile Thread x;")
print(m.get_opcodes(), m.bjunk, m.bpopular, sorted(m.b2j)[:5])
m.set_seq1("priv")
print(m.ratio(), m.a, m.b)
long = ["x"] * 150 + [str(i) for i in range(120)]
m = difflib.SequenceMatcher(None, long, long[::-1])
print(sorted(m.bpopular), m.ratio(), difflib.SequenceMatcher(None, long, long, False).bpopular)
print(list(difflib.diff_bytes(difflib.unified_diff, [b"a\xff\n"], [b"b\n"], b"f", b"g")))
for bad in (lambda: difflib.get_close_matches("a", [], 0),
            lambda: difflib.get_close_matches("a", [], 1, 2),
            lambda: list(difflib.unified_diff([b"a"], ["b"])),
            lambda: list(difflib.unified_diff(["a"], ["b"], b"n")),
            lambda: list(difflib.diff_bytes(difflib.unified_diff, ["a"], [b"b"])),
            lambda: list(difflib.restore([], 3))):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
print(difflib.IS_LINE_JUNK("  # \n"), difflib.IS_LINE_JUNK("x"), difflib.IS_CHARACTER_JUNK("\t"),
      difflib.Match(1, 2, 3))
