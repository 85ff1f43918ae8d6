# Characters that are left out of URLs, and values that need no escapes.
# SPDX-License-Identifier: Apache-2.0
from urllib.parse import *
for u in ("ht\ttp://a\n/b\rc?d","\x00 http://x","http://ü/ñ","a\u2028b","//h/p;q?x#y"): print(urlsplit(u),urlparse(u))
print(urlsplit("//a"," ht\ttp"))
print(urlencode({"a":1,"b":"x y","c":None,"d":"é","e":"","f":b"\xff","g":"٣"}),urlencode([("a","b")],encoding="utf-16"),urlencode({"a":[1,2]},doseq=True),urlencode({"a b":1},quote_via=quote))
