# What requests does with a small server: run in the engine and, where it is
# installed, with the real package; both must print http_requests.txt.
import io
import json
import os

import requests
from requests.auth import HTTPBasicAuth

BASE = "https://api.test/web"
CA = os.environ.get("REQUESTS_CA_BUNDLE")  # a prepared request does not look there


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


r = requests.get(BASE + "/echo", params={"a": 1, "b": ["x", "y z"], "none": None})
print(r, r.status_code, r.ok, r.reason, r.url, bool(r), r.encoding)
print(sent(r, "accept", "content-length", "content-type"))
print(r.headers["CONTENT-type"], r.headers.get("nope"), "content-TYPE" in r.headers)
r = requests.get(BASE + "/echo?x=1&y=%20", params="z=2#3")
print(r.url)
r = requests.get(BASE + "/x/../a b", allow_redirects=False)
print(r.status_code, r.url)
for body in ({"data": {"k": "v w", "l": [1, 2]}}, {"data": "text ü"}, {"data": b"\x00\xff"},
             {"json": {"a": [1, None, "ü"]}}, {"data": {}, "json": {}}, {}, {"data": [("a", 1), ("a", 2)]}):
    for method in ("post", "put"):
        print(sent(getattr(requests, method)(BASE + "/echo", **body), "content-length", "content-type"))
print(sent(requests.delete(BASE + "/echo"), "content-length"))
print(sent(requests.patch(BASE + "/echo", json=[1]), "content-length"))
print(sent(requests.post(BASE + "/echo", data=io.BytesIO(b"from a file")), "content-length"))
r = requests.head(BASE + "/echo")
print(r.status_code, r.text, r.content)
with io.BytesIO(b"in the file") as file:
    r = requests.post(BASE + "/echo", data={"field": "value"},
                      files={"f": ("name.txt", file, "text/plain"), "g": ("plain", b"bytes")})
    said = r.json()
    line = said["headers"]["content-type"].split("boundary=")[1]
    print(said["body"].replace(line, "LINE"))
print(sent(requests.get(BASE + "/echo", auth=("user", "pass")), "authorization"))
print(sent(requests.get(BASE + "/echo", auth=HTTPBasicAuth("ü", "p")), "authorization"))
print(sent(requests.get("https://me:secret%21@api.test/web/echo"), "authorization"))
print(sent(requests.get(BASE + "/echo", headers={"X-Mine": "1", "Accept": "text/x"}), "x-mine", "accept"))
print(sent(requests.get(BASE + "/echo", cookies={"a": "b", "c": "d"}), "cookie"))

r = requests.get(BASE + "/status/404/Missing")
print(r, r.ok, r.text, r.reason)
try:
    r.raise_for_status()
except requests.HTTPError as error:
    print(error, error.response is r, error.request.method)
try:
    requests.get(BASE + "/status/503/Busy").raise_for_status()
except requests.exceptions.RequestException as error:
    print(type(error).__name__, error)
print(requests.get(BASE + "/status/200/OK").raise_for_status())
print(r.status_code == requests.codes.not_found, requests.codes.ok, requests.codes.NO_CONTENT)

for code in (301, 302, 303, 307, 308):
    r = requests.post(f"{BASE}/hop/{code}/here/echo?q=1#part", data={"a": "b"})
    print(code, sent(r, "content-length", "content-type"), r.url, r.history, r.request.method)
r = requests.get(BASE + "/hop/302/here/echo", allow_redirects=False)
print(r.status_code, r.is_redirect, r.is_permanent_redirect, r.headers["location"], r.next.url)
r = requests.get(BASE + "/hop/302/other.test/echo", auth=("u", "p"))
print(r.url, "authorization" in r.json()["headers"])
r = requests.get(BASE + "/hop/302/here/echo", auth=("u", "p"))
print(r.url, "authorization" in r.json()["headers"])
s = requests.Session()
s.max_redirects = 3
try:
    s.get(BASE + "/loop")
except requests.TooManyRedirects as error:
    print(error, len(error.response.history) if error.response.history else 0)

with requests.Session() as s:
    s.headers.update({"X-All": "yes", "X-Not": "no"})
    s.params = {"p": "1"}
    s.auth = ("who", "ever")
    r = s.get(BASE + "/cookies")
    print(sorted(r.cookies.items()), sorted(s.cookies.items()), r.cookies.get("one"), s.cookies["two"])
    r = s.get(BASE + "/echo", params={"q": "2"}, headers={"X-Not": None, "X-One": "1"})
    print(sent(r, "x-all", "x-not", "x-one", "authorization"))
    print(sorted(r.json()["headers"]["cookie"].split("; ")))
    print(s.get("https://other.test/web/echo").json()["headers"].get("cookie"))
    prepared = s.prepare_request(requests.Request("POST", BASE + "/echo", json={"n": 1}))
    print(prepared, prepared.method, prepared.url, prepared.body, prepared.path_url)
    print(sent(s.send(prepared, verify=s.verify and CA), "content-type"))
    s.cookies.clear()
    print(len(s.cookies), s.get(BASE + "/echo").json()["headers"].get("cookie"))

r = requests.get(BASE + "/gzip")
print(r.text, r.headers["content-encoding"], r.encoding)
r = requests.get(BASE + "/latin")
print(r.encoding, r.text)
r.encoding = "cp1252"
print(r.text)
r = requests.get(BASE + "/lines", stream=True)
print(list(r.iter_lines()), r.links)
r = requests.get(BASE + "/lines", stream=True)
print(list(r.iter_lines(decode_unicode=True)))
r = requests.get(BASE + "/lines")
print([len(x) for x in r.iter_content(5)], b"".join(r.iter_content(4)) == r.content)
with requests.get(BASE + "/lines") as r:
    print(r.text.splitlines())
raises(r.json)
raises(lambda: requests.get("api.test/x"))
raises(lambda: requests.get("ftp://api.test/x"))
raises(lambda: requests.get("https://"))
raises(lambda: requests.get("https://api.test:port/"))
raises(lambda: requests.get(BASE + "/echo", headers={"A": "b\r\nc: d"}))
raises(lambda: requests.get(BASE + "/echo", headers={"A": 1}))
raises(lambda: requests.post(BASE + "/echo", json=float("nan")))
raises(lambda: requests.get("https://expired.test/"))
print(isinstance(r.elapsed.total_seconds(), float))
print(requests.get(BASE + "/echo", hooks={"response": lambda reply, *a, **k: print("hook", reply)}).ok)
try:
    print(json.loads(requests.get(BASE + "/status/200/no").text))
except requests.exceptions.JSONDecodeError:
    print("unexpected")
except ValueError as error:
    print("ValueError", error)
try:
    requests.get(BASE + "/status/200/no").json()
except requests.exceptions.JSONDecodeError as error:
    print(error, isinstance(error, ValueError), isinstance(error, requests.RequestException))
