# What httpx does with a small server: run in the engine and, where it is
# installed, with the real package; both must print http_httpx.txt.
import asyncio

import httpx

BASE = "https://api.test/web"


def sent(reply, *names):
    said = reply.json()
    kept = {k: v for k, v in sorted(said["headers"].items()) if k in names}
    return said["method"], said["path"], kept, said["body"]


def raises(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, [c.__name__ for c in type(error).__mro__[1:3]])
    else:
        print("nothing raised")


r = httpx.get(BASE + "/echo", params={"a": 1, "b": ["x", "y z"], "t": True, "none": None})
print(r, r.status_code, r.is_success, r.reason_phrase, r.encoding, r.http_version)
print(sent(r, "accept", "content-length", "content-type"))
print(r.headers["CONTENT-type"], r.headers.get("nope"), "content-TYPE" in r.headers)
print(str(r.url).partition("?")[0], r.url.host, r.url.scheme, r.url.path, r.url.port)
for body in ({"data": {"k": "v w", "l": [1, 2]}}, {"content": "text ü"}, {"content": b"\x00\xff"},
             {"json": {"a": [1, None, "ü"]}}, {}):
    print(sent(httpx.post(BASE + "/echo", **body), "content-length", "content-type"))
print(sent(httpx.put(BASE + "/echo", json=[1]), "content-length"))
print(sent(httpx.delete(BASE + "/echo"), "content-length"))
r = httpx.head(BASE + "/echo")
print(r.status_code, repr(r.text))
r = httpx.post(BASE + "/echo", data={"field": "value"},
               files={"f": ("name.txt", b"in the file", "text/plain"), "g": ("x.json", b"{}")})
said = r.json()
line = said["headers"]["content-type"].split("boundary=")[1]
print(said["body"].replace(line, "LINE"))
print(sent(httpx.get(BASE + "/echo", auth=("user", "pass")), "authorization"))
print(sent(httpx.get("https://me:secret%21@api.test/web/echo"), "authorization"))
print(sent(httpx.get(BASE + "/echo", headers={"X-Mine": "1", "Accept": "text/x"}), "x-mine", "accept"))

r = httpx.get(BASE + "/status/404/Missing")
print(r, r.is_error, r.is_client_error, r.text, r.reason_phrase)
try:
    r.raise_for_status()
except httpx.HTTPStatusError as error:
    print(error, error.response is r, error.request.method)
print(httpx.get(BASE + "/status/200/OK").raise_for_status().text)
r = httpx.get(BASE + "/hop/302/here/echo")
print(r.status_code, r.is_redirect, r.has_redirect_location, r.headers["location"], r.next_request)
raises(r.raise_for_status)
for code in (301, 302, 303, 307, 308):
    r = httpx.post(f"{BASE}/hop/{code}/here/echo?q=1", data={"a": "b"}, follow_redirects=True)
    print(code, sent(r, "content-length"), r.url, r.history, r.request.method)
r = httpx.get(BASE + "/hop/302/other.test/echo", auth=("u", "p"), follow_redirects=True)
print(r.url, "authorization" in r.json()["headers"])
raises(lambda: httpx.Client(max_redirects=3, follow_redirects=True).get(BASE + "/loop"))

with httpx.Client(base_url=BASE, headers={"X-All": "yes"}, params={"p": "1"}) as c:
    r = c.get("/cookies")
    print(sorted(r.cookies.items()), sorted(c.cookies.items()))
    r = c.get("/echo", params={"q": "2"}, headers={"X-One": "1"})
    print(sent(r, "x-all", "x-one"), sorted(r.json()["headers"]["cookie"].split("; ")))
    print(c.get("https://other.test/web/echo").json()["headers"].get("cookie"))
    request = c.build_request("POST", "echo", json={"n": 1})
    print(request, request.method, request.url)
    print(sent(c.send(request), "content-type"))
raises(lambda: c.get("/echo"))

r = httpx.get(BASE + "/gzip")
print(r.text, r.headers["content-encoding"], r.encoding)
r = httpx.get(BASE + "/lines")
print(list(r.iter_lines()), [len(x) for x in r.iter_bytes(5)], r.links)
with httpx.stream("GET", BASE + "/lines") as r:
    print(list(r.iter_lines()))
raises(lambda: httpx.get("api.test/x"))
raises(lambda: httpx.get("ftp://api.test/x"))
raises(lambda: httpx.get("https://api.test:port/"))
raises(lambda: httpx.get("https://expired.test/"))


async def several():
    async with httpx.AsyncClient(base_url=BASE) as c:
        replies = await asyncio.gather(*(c.get("/echo", params={"n": n}) for n in range(3)))
        print([reply.json()["path"] for reply in replies])
        async with c.stream("GET", "/lines") as reply:
            print([line async for line in reply.aiter_lines()])
        try:
            (await c.get("/status/500/Broken")).raise_for_status()
        except httpx.HTTPStatusError as error:
            print(error)


asyncio.run(several())
print(httpx.URL("https://a.test:443/x?y=1#z"), httpx.URL("https://a.test/b/c").join("../d"))
print(httpx.Headers({"B": "2", "a": "1"}), httpx.Headers([("a", "1"), ("A", "2")])["a"])
print(httpx.Response(200, json={"a": 1}).json(), httpx.Response(404, text="x").text)
