from typing import *
print(hash(list[List[int]])==hash(list[List[int]]))
x={}
x[list[List[int]]]=1
x[dict[str, List[int]]]=1
print(len(x), x[list[List[int]]], list[List[int]] in x)
print(hash(list[int] | List[int]) == hash(List[int]|list[int]))
try: hash(list[[]])
except TypeError as e: print(e)
print(List[list[List[int]]])
u = int | list[List[int]]
print(type(u), hash(u)==hash(list[List[int]] | int))
