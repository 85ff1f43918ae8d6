"""Addresses, dates and encoded headers."""
import datetime
from email import utils
from email.header import Header, decode_header, make_header

for pair in (("", "a@b.c"), ("Bob", "b@x"), ("A, B", "a@b"), ('He said "hi"', "q@q"),
             ("Jörg", "j@x.de"), ("Dr. Who", "w@tardis")):
    text = utils.formataddr(pair)
    print(text, utils.parseaddr(text))
for text in ('"A, B" <x@y.z>', "x@y (Comment)", "<a@b>", "plain", "", "A B <a.b@c.d>",
             'Bob <"strange name"@x.y>', "a@b, c@d"):
    print(utils.parseaddr(text))
print(utils.getaddresses(["A <a@b>, c@d", '"E, F" <e@f>', "Group: x@y, z@w;"]))
for text in ("Mon, 01 Jan 2024 10:11:12 -0500", "1 Feb 24 10:11", "Thu, 29 Feb 2024 00:00:00 GMT",
             "Sat, 3 Mar 1999 1:02:03 EST", "nonsense", "", "12 Dec 2020 05:06:07 +0530",
             "Fri, 01-Mar-2024 10:00:00 GMT", "Tue Jan  2 03:04:05 2024"):
    print(utils.parsedate(text), utils.parsedate_tz(text))
    try:
        print(repr(utils.parsedate_to_datetime(text)))
    except (TypeError, ValueError) as error:
        print("bad date")
print(utils.parsedate_to_datetime("Mon, 01 Jan 2024 10:11:12 -0000"))
print(utils.formatdate(0), utils.formatdate(1700000000, usegmt=True))
moment = datetime.datetime(2024, 5, 6, 7, 8, 9)
print(utils.format_datetime(moment))
zone = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))
print(utils.format_datetime(moment.replace(tzinfo=zone)))
print(utils.format_datetime(moment.replace(tzinfo=datetime.timezone.utc), usegmt=True))
try:
    utils.format_datetime(moment, usegmt=True)
except ValueError as error:
    print(error)
print(utils.mktime_tz(utils.parsedate_tz("Mon, 01 Jan 2024 10:11:12 -0500")))
print(utils.make_msgid("x", "example.com").endswith(".x@example.com>"))
print(utils.unquote('"a\\"b"'), utils.unquote("<x>"), utils.quote('a"b'))
print(utils.encode_rfc2231("naïve file", "utf-8", "en"), utils.decode_rfc2231("utf-8'en'na%C3%AFve"))

print(decode_header("plain"), decode_header("=?utf-8?b?SMOpbGxv?="))
print(decode_header("a =?iso-8859-1?q?caf=E9_x?= =?iso-8859-1?q?y?= end"))
print(str(make_header(decode_header("Re: =?utf-8?q?H=C3=A9llo?= there"))))
print(Header("Héllo wörld", "utf-8").encode(), Header("café", "iso-8859-1").encode())
print(str(Header("Héllo", "utf-8")), Header("plain").encode(), Header("x") == "x")
print(Header("word " * 30).encode())
