import difflib

def show(f, *a, **k):
    try:
        r = f(*a, **k)
        print(repr(list(r) if hasattr(r, "__next__") else r))
    except Exception as e:
        print(type(e).__name__, e)

a = "one\ntwo\nthree\nfour\nfive\n".splitlines(True)
b = "ore\ntree\ntoo\nthree\nfive\nsix\n".splitlines(True)
big1 = [f"line {i}\n" for i in range(40)]
big2 = big1[:5] + ["new\n"] + big1[5:20] + big1[22:30] + ["chg 30\n"] + big1[31:]
for x, y in ((a, b), (a, a), ([], b), (a, []), ([], []), (big1, big2), (["a b c\n", "d\te f\n"], ["a  b c\n", "d\tE f\n"])):
    for n in (0, 1, 3):
        show(difflib.unified_diff, x, y, "f1", "f2", "d1", "d2", n=n)
        show(difflib.context_diff, x, y, "f1", "f2", n=n, lineterm="")
    show(difflib.ndiff, x, y)
    d = list(difflib.ndiff(x, y))
    print(list(difflib.restore(d, 1)) == x, list(difflib.restore(d, 2)) == y)
    show(difflib.Differ(difflib.IS_LINE_JUNK).compare, x, y)
for x, y in (("abcd", "bcde"), ("", ""), ("qabxcd", "abycdf"), ("private Thread", "private volatile Thread"), ("abxcd", "abcd"), (" abcd", "abcd abcd"), ("a" * 300, "a" * 250 + "b" * 50), ([1, 2, 3], [2, 3, 4]), ("hello world", "hallo welt")):
    s = difflib.SequenceMatcher(None, x, y)
    print(s.ratio(), s.quick_ratio(), s.real_quick_ratio(), s.get_matching_blocks(), s.get_opcodes(), list(s.get_grouped_opcodes(1)), s.find_longest_match(), sorted(s.bpopular), s.bjunk)
    s = difflib.SequenceMatcher(lambda c: c == " ", x, y, autojunk=False)
    print(s.ratio(), s.find_longest_match(0, len(x), 0, len(y)))
words = ["ape", "apple", "peach", "puppy", "while", "for", "append"]
for w in ("appel", "wheel", "pineapple", "accept", "", "apple"):
    print(difflib.get_close_matches(w, words), difflib.get_close_matches(w, words, 1, 0.3))
show(difflib.get_close_matches, "a", words, 0)
show(difflib.get_close_matches, "a", words, 1, 2)
show(difflib.restore, [], 3)
show(difflib.unified_diff, [1], [2])
show(difflib.unified_diff, ["a"], ["b"], b"x")
show(difflib.diff_bytes, difflib.unified_diff, [b"a\xff"], [b"b"], b"f", b"g")
show(difflib.diff_bytes, difflib.unified_diff, ["a"], [b"b"])
print(difflib.IS_LINE_JUNK(" # \n"), difflib.IS_LINE_JUNK("x"), difflib.IS_CHARACTER_JUNK(" "), difflib.Match(1, 2, 3))
