import keyword
print(keyword.__all__, keyword.kwlist, keyword.softkwlist)
for w in ("if", "match", "case", "_", "x", "None", "none", "async", "type", ""):
    print(w, keyword.iskeyword(w), keyword.issoftkeyword(w))
