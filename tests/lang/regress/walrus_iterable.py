# := has no place in what a comprehension goes through, however deep.
for code in ["[i for i in (i := range(5))]", "[i for i in (2, 3, i := range(5))]", "[i for i in (lambda: (j := range(5)))()]",
             "[i for i in range(5) for j in (i := range(5))]", "[i for i in [j for j in (k := range(5))]]",
             "[i for i in [j for j in range(5) if (j := True)]]", "[i for i in [(j := True) for j in range(5)]]",
             "{i for i in [(k := True) for j in range(5)]}", "{i: i for i in [lambda: (k := 1)]}",
             "list(i for i in (lambda: [k := 1])())", "[(k := i) for i in range(3)]", "[(lambda: (k := 1))() for i in range(3)]",
             "[[(k := j) for j in range(i)] for i in range(3)]"]:
    for text in code, f"lambda: {code}":
        try:
            print(eval(text) if text is code else type(eval(text)))
        except SyntaxError as e:
            print(e.msg)
