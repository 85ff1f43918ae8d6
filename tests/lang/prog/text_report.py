# text_report.py: Word statistics and a formatted report from text.
# SPDX-License-Identifier: Apache-2.0

TEXT = '''It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness;
it was the epoch of belief -- it was the epoch of incredulity!

It was the season of Light, it was the season of Darkness.'''


def words(text):
    return ''.join(c.lower() if c.isalnum() else ' ' for c in text).split()


def wrap(text, width):
    line, out = '', []
    for w in text.split():
        if len(line) + len(w) + bool(line) > width:
            out.append(line)
            line = w
        else:
            line = f'{line} {w}' if line else w
    return out + [line] if line else out


ws = words(TEXT)
freq = {}
for w in ws:
    freq[w] = freq.get(w, 0) + 1
top = sorted(freq.items(), key=lambda t: (-t[1], t[0]))[:6]
width = max(len(w) for w, _ in top)
print('{:<{}} | count | share'.format('word', width))
print('-' * (width + 17))
for w, n in top:
    print(f'{w:<{width}} | {n:>5} | {n / len(ws):6.1%} {"#" * n}')
print(f'{len(ws)} words, {len(freq)} distinct, {sum(map(len, ws)) / len(ws):.3f} letters on average')
for i, line in enumerate(wrap(TEXT, 30), 1):
    print(f'{i:02d} {line:<30}|{line:>30}|{line:^30}|')
print({len(w): sorted({v for v in freq if len(v) == len(w)}) for w in sorted(freq, key=lambda w: (len(w), w))})
print([line.strip().rstrip(';,.!').title() for line in TEXT.splitlines() if line])
print(TEXT.count('was'), TEXT.find('age'), TEXT.rfind('it'), TEXT.lower().split().index('wisdom,'), [s.strip() for s in TEXT.replace('\n', ' ').split(',')][:3])
index = {}
for n, line in enumerate(TEXT.split('\n')):
    for w in words(line):
        index.setdefault(w, set()).add(n)
print({w: sorted(ns) for w, ns in sorted(index.items()) if len(ns) > 1})
rows = [('apple', 3, 1.25), ('kiwi', 12, 0.5), ('melon', 1, 12.0)]
print('\n'.join('{:<8}{:>4}{:>9.2f}'.format(*r) for r in rows))
print('%-8s%4d%9.2f' % ('total', sum(r[1] for r in rows), sum(r[1] * r[2] for r in rows)))
rle = []
for c in 'aaabbbccd':
    if rle and rle[-1][0] == c:
        rle[-1][1] += 1
    else:
        rle.append([c, 1])
print(''.join(f'{c}{n}' for c, n in rle), ''.join(c * n for c, n in rle))
caesar = lambda s, k: ''.join(chr((ord(c) - 97 + k) % 26 + 97) if c.islower() else c for c in s)
print(caesar('hello, world', 3), caesar(caesar('hello, world', 3), -3), [w for w in ('level', 'noon', 'abc') if w == w[::-1]])
