import urllib.parse as P, warnings
warnings.simplefilter("ignore")
def show(f,*a,**k):
    try: r=f(*a,**k)
    except BaseException as e: r=(type(e).__name__, str(e))
    print(f.__name__, a, sorted(map(str, k)), r)
us=["","http://a/b/c/d;p?q","g:h","g","./g","g/","/g","//g","?y","g?y","#s","g#s","g?y#s",";x","g;x","g;x?y#s",".","./","..","../","../g","../..","../../g","../../../g","/./g","/../g","g.",".g","./../g","g/../h","http:g","http://u:p@H.com:80/x?y=1#f","http://[::1]:99/x","http://[::1/x","http://a]/","mailto:x@y","file:///a/b","svn+ssh://h/p;q","HTTP://X","1http://x","a:b:c","://x","http:","http://","http:///p","//h","/p;a/q;b","x;y","ftp://u@h/;x","http://h:x/","http://h:99999/","http://h:/","http://h%25z:1/"," \x01http://a\n/b","http://a#b#c","http://a?b?c#d?e","http://ａ℀/x","http://é/x","urn:isbn:1","tel:+1","http://a\\b@c/","path/to;p;q?r"]
for u in us:
    for f in (P.urlsplit,P.urlparse,P.urldefrag,P.unwrap):
        show(f,u)
        try: show(f,u.encode("ascii")) if f is not P.unwrap else 0
        except UnicodeError: pass
    show(P.urlsplit,u,"sch",False); show(P.urlparse,u,allow_fragments=False)
    for b in ("http://a/b/c/d;p?q","http://a","http://a/","","file:///x/y","a/b","http://a/b/../c/./d","mailto:z","//h/p","?q","http://a/b//c"):
        show(P.urljoin,b,u); show(P.urljoin,u,b)
    try:
        r=P.urlsplit(u); print(r.geturl(), r.username,r.password,r.hostname); print(r.port)
    except ValueError as e: print(e)
    try: r=P.urlparse(u.encode()); print(r.geturl(), r.username,r.password,r.hostname,r.port,r.decode())
    except ValueError as e: print(e)
for q in ("","a=1","a=1&b=2","a=1&a=2","a","a=","=b","&","a=1&&b","a%20b=c+d","é=%C3%A9","a=1;b=2","%zz=1","a=%"):
    for k in ({},{"keep_blank_values":1},{"strict_parsing":1},{"separator":";"},{"max_num_fields":1},{"max_num_fields":0},{"separator":""},{"keep_blank_values":1,"strict_parsing":1},{"encoding":"latin-1"}): show(P.parse_qsl,q,**k); show(P.parse_qs,q,**k)
    show(P.parse_qsl,q.encode())
for x in ("a b/c?é%+~",b"a b/\xff~","",b"",bytearray(b"x y"),"a"*20):
    for f in (P.quote,P.quote_plus,P.unquote,P.unquote_plus,P.unquote_to_bytes,P.quote_from_bytes): show(f,x); 
    show(P.quote,x,safe=""); show(P.quote,x,safe=b"/ "); show(P.quote,x,"é?"); show(P.quote,x,encoding="latin-1"); show(P.quote,x,errors="ignore"); show(P.quote_plus,x,safe=b"/")
for x in ("%41%zz%4","%E2%82%AC€%ff","a%20b+c"): show(P.unquote,x); show(P.unquote,x,"latin-1"); show(P.unquote,x,None,None); show(P.unquote_to_bytes,x); show(P.unquote,x.encode()); show(P.unquote_plus,x)
for q in ({"a":1,"b":[1,2]},[("x","y z"),(b"k",b"v ")],"abc",5,"",[],[1],{"é":"ü"},{"a":None},{"a":(1,2),"b":"xy","c":5}): show(P.urlencode,q); show(P.urlencode,q,True); show(P.urlencode,q,quote_via=P.quote,safe="/")
show(P.urlunsplit,("http","h","p","","")); show(P.urlunsplit,("","","//p","","")); show(P.urlunparse,("file","","/p","x","q","f")); show(P.urlsplit,"a",b"b"); show(P.urljoin,"a",b"b"); show(P.urlunsplit,("a",b"b","","",""))
print(P.SplitResult("a","b","c","d","e").encode(), P.DefragResult("a","b").geturl(), P.DefragResultBytes(b"a",b"b").geturl())
