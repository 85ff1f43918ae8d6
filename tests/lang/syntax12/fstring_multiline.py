# fstring_multiline.py: PEP 701: comments and newlines inside replacement fields.
# SPDX-License-Identifier: Apache-2.0

x = 5
print(f'{
    x
}')
print(f'''{
    x  # a comment with } and ' quotes
    + 1
}''')
print(f"{
    [
        1,  # one
        2,
    ]
}")
print(f'a{x:>4}b')
print(f'{x
    :>{
        6
    }}|')
print(f'{
    'nested ' f'{
        x * 2
    }'
}')
print(f'{(
    1,
    2,
)[0]}', f'{ {
    'k': 'v'
}['k'] }')
print(f'''start {
    x
    if x > 3
    else 'small'
} end''')
print(f'{x!r
    }', f'{x
    !r}', f'{
    x = }')
y = f'{
# only comment first
x}'
print(y)
