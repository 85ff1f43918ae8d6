# Every encoding of random data, and of the same damaged in one place.
import base64, random, binascii
random.seed(5)
names=['b16','b32','b32hex','b85']
def tryit(f,*a,**k):
    try: return f(*a,**k)
    except Exception as e: return type(e).__name__, str(e)
import hashlib
h=hashlib.sha256()
for i in range(300):
    n=random.randrange(0,40)
    d=bytes(random.choice([0,0,32,32,255,random.randrange(256)]) for _ in range(n))
    if i%5==0: d=bytes(4*(n//8))+d
    if i%7==0: d=d+b'    '*3
    row=[]
    for nm in names:
        e=getattr(base64,nm+'encode')(d); row.append(e)
        row.append(tryit(getattr(base64,nm+'decode'),e))
        if e:
            k=random.randrange(len(e)); bad=e[:k]+bytes([random.choice(b'=az01~" \x80A')])+e[k+random.randrange(2):]
            row.append((bad,tryit(getattr(base64,nm+'decode'),bad)))
    row.append(base64.b85encode(d,pad=True))
    for kw in ({},{'foldspaces':True},{'pad':True},{'adobe':True,'wrapcol':7},{'foldspaces':True,'pad':True,'wrapcol':5}):
        e=base64.a85encode(d,**kw); row.append(e)
        dk={k:v for k,v in kw.items() if k in('foldspaces','adobe')}
        row.append(tryit(base64.a85decode,e,**dk))
        if e:
            k=random.randrange(len(e)); bad=e[:k]+bytes([random.choice(b'zyv~" \n\x80u')])+e[k+random.randrange(2):]
            row.append((bad,tryit(base64.a85decode,bad,**dk)))
    row.append(tryit(base64.b32decode,base64.b32encode(d).lower(),casefold=True))
    row.append(tryit(base64.b16decode,base64.b16encode(d).lower()))
    row.append(tryit(base64.b32decode,base64.b32encode(d).replace(b'O',b'0'),map01=b'I'))
    h.update(repr(row).encode())
    if i%20==0: print(i,hashlib.sha256(repr(row).encode()).hexdigest()[:8])
print(h.hexdigest())
