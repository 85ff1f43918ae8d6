def deep(n):
    return deep(n + 1)


try:
    deep(0)
except RecursionError as e:
    text = str(e)
text.startswith('maximum recursion depth exceeded')
# Return=True
