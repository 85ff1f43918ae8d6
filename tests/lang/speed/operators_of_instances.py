# operators_of_instances.py: special methods that a site has met before.
# SPDX-License-Identifier: Apache-2.0
class V:
    def __init__(s,x): s.x=x
    def __add__(s,o): 
        if isinstance(o,(int,V)): return V(s.x+(o if isinstance(o,int) else o.x))
        return NotImplemented
    def __radd__(s,o): return V(o+s.x*100)
    def __eq__(s,o): return NotImplemented if not isinstance(o,V) else s.x==o.x
    def __lt__(s,o): return s.x<o.x
    def __mul__(s,o): return NotImplemented
class W(V):
    def __radd__(s,o): return 'W.radd'
class L:
    def __init__(s): s.l=[]
    def __iadd__(s,o): s.l.append(o); return s
    def __rmul__(s,o): return 'rmul'
for i in range(3):
    a=V(1)+V(2); print(a.x); print((V(1)+5).x, V(1)+W(2), (W(1)+V(2)).x)
    a+=V(1); print(a.x)
    try: V(1)+'s'
    except TypeError as e: print(e)
    try: V(1)+[1]
    except TypeError as e: print(e)
    try: a+=None
    except TypeError as e: print(e)
    print(V(1)==V(1), V(1)==3, V(1)!=3, V(1)!=V(1), V(1)<V(2), V(2)>V(1))
    try: V(1)<=V(1)
    except TypeError as e: print(e)
    print(V(1)*L())
    x=L(); x+=1; x+=2; print(x.l)
    if V(1)==V(1): print('eq')
    if V(1)==W(1): print('eqw')
    if V(1)==None: print('?')
    if V(1)!=None: print('!')
V.__add__=lambda s,o:'new'
print(V(1)+V(1))
for j in range(2):
    print(V(1)+V(1), V(1)==V(1))
    V.__eq__=lambda s,o: []
    print(V(1)==1)
    if V(1)==1: print('bad')
