import timeit
t=timeit.Timer("x+=1\nif x:\n  y='a'\n","x=0"); print(t.timeit(10)>0, len(t.repeat(3,5)))
print(timeit.timeit(lambda: None, number=3)>=0, timeit.repeat("pass",number=1,repeat=2)[0]>=0, timeit.timeit("a+1",globals={"a":1},number=2)>0)
for bad in (5,"x ="):
    try: timeit.Timer(bad)
    except Exception as e: print(type(e).__name__, e)
try: timeit.timeit("1/0",number=1)
except ZeroDivisionError as e: print(e)
