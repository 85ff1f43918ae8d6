from collections import Counter, ChainMap, UserDict, UserList, UserString
a=Counter("abracadabra"); b=Counter(a=1,z=-3,r=5)
for f in (lambda:a+b,lambda:a-b,lambda:a|b,lambda:a&b,lambda:+b,lambda:-b,lambda:a<b,lambda:a<=a,lambda:a<a,lambda:a>=b,lambda:a>Counter(),lambda:a==b,lambda:a!=b,lambda:a==5,lambda:a!=5,lambda:a<5,lambda:a.most_common(2),lambda:a.total(),lambda:list(b.elements()),lambda:Counter.fromkeys("a"),lambda:repr(Counter()),lambda:repr(Counter({"a":1,"b":"x"})),lambda:a["nope"],lambda:Counter(a="x")+Counter(b=1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for op in ("+=","-=","|=","&="):
    c=Counter(a); exec(f"c{op}b"); print(op,c)
c=Counter(a); c.subtract("aaab"); print(c); c.subtract({"q":2},k=1); print(c); c.update({"q":5},z=2); print(c); c.update([1,1]); print(c); del c["nope"]; print(c.copy()==c, c.__reduce__()[0])
m=ChainMap({"a":1},{"b":2,"a":3}); print(m,len(m),list(m),m["b"],m.get("x",5),"a" in m,bool(ChainMap()),m.new_child({"c":1},d=2),m.parents,m|{"z":1},{"q":1}|m,m.copy().maps[1] is m.maps[1])
for f in (lambda:m["x"],lambda:m.pop("b"),lambda:m.__delitem__("b"),lambda:ChainMap().popitem(),lambda:m.pop("zz",None)):
    try: print(f())
    except KeyError as e: print(repr(e))
u=UserDict({"a":1},b=2); print(u,u|{"c":3},{"c":3}|u,u.copy(),UserDict.fromkeys("ab",1),u=={"a":1,"b":2})
class D(UserDict):
    def __missing__(self,k): return k*2
d=D(x=1); d.extra=5; e=d.copy(); print(d["yy"], e.extra, type(e), e, "yy" in d, D(dict=5) if 0 else "")
l=UserList([3,1,2]); print(l+[4],[0]+l,l*2,l[1:],l[0],l==[3,1,2],l<[4],sorted(l),l.index(1),l.count(3)); l.sort(reverse=True); l.append(9); l.extend(UserList([7])); l.insert(0,5); print(l, l.pop(), l.copy(), UserList("abc"), UserList(l)==l); l+= (1,2); print(l); l.remove(5); l.reverse(); print(l)
s=UserString("Hello World"); print(s.upper(),s.split(),s.split("o",1),s.find("o"),s.replace("l","L",1),s.center(20,"*"),s.strip("H"),s+1,"x"+s,s%() if 0 else "",s[1:3],s.startswith("He"),s.count(UserString("l")),"World" in s,UserString("o") in s,hash(s)==hash("Hello World"),s.encode(),s.partition(" "),s.isalpha(),s.join("ab"),s.format(),UserString("{}").format(3),UserString("%d")%3,s.zfill(15),s.removeprefix("He"),s.translate({72:"J"}),int(UserString("5")),s.expandtabs(),s.title(),type(s.lower()),s.rsplit("o"),s.splitlines(),s.find("o",5),UserString(5), s=="Hello World", s.index("W"), s.rindex("o"))
for f in (lambda: l+5, lambda: s+None, lambda: UserList(5), lambda: u|5):
    try: print(f())
    except TypeError as e: print(e)
