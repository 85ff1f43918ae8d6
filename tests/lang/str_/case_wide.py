# Case conversion of texts beyond ASCII, short and long.
# SPDX-License-Identifier: Apache-2.0
texts = ["Füße", "ΑΣ ΑΣΑ Σ", "İstanbul I", "ŉ ǰ ΐ", "ﬁn ﬀ", "aÀb ÿ", "ǆ ǅ Ǆ",
         "éA" * 100, "ΐ" * 90, "x" * 250 + "ß", "ß" * 128, "日本 Ab", "\ud800aB"]
for text in texts:
    for how in (str.lower, str.upper, str.casefold, str.title, str.capitalize,
                str.swapcase):
        made = how(text)
        print(len(made), hash(made) == hash("".join([*made])), ascii(made[:20]),
              made == "".join(made), made.isascii())
