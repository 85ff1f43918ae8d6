"""Messages: built, written, read again."""
import email
import email.policy
from email import encoders
from email.message import EmailMessage, Message
from email.mime.application import MIMEApplication
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText


def tried(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


outer = MIMEMultipart("alternative", boundary="XX")
outer["Subject"] = "Héllo wörld"
outer["From"], outer["To"] = "Me <me@x.org>", "you@y.org, they@z.org"
outer.attach(MIMEText("hi\n"))
outer.attach(MIMEText("<b>ü</b>", "html"))
outer.attach(MIMEText("latin é", "plain", "iso-8859-1"))
outer.attach(MIMEApplication(bytes(range(80)), Name="x.bin"))
base = MIMEBase("application", "octet-stream")
base.set_payload(b"data")
encoders.encode_base64(base)
base.add_header("Content-Disposition", "attachment", filename="a b.txt")
outer.attach(base)
outer.attach(MIMEImage(b"\x89PNG\r\n\x1a\n123"))
print(outer.as_string())
again = email.message_from_string(outer.as_string())
print(again.is_multipart(), again.get_content_type(), again.get_boundary(), len(again.get_payload()))
for part in again.walk():
    print(part.get_content_type(), part.get_content_charset(), part.get_filename(),
          part.get_content_disposition(), part.get_payload(decode=True))
print(again.keys(), again["subject"], again.get("nope", 3), again.get_all("To"), "FROM" in again)
tried(MIMEText("x").attach, 1)

m = Message()
m["A"] = "1"
m["a"] = "2"
m.add_header("X-Thing", "v", key="w x", other=None)
print(m.items(), m.get_all("A"), len(m))
m.replace_header("A", "9")
del m["x-thing"]
tried(m.replace_header, "Q", "1")
m.set_payload("body text\nFrom here\n")
print(m.as_string(), m.get_content_type(), m.get_params(), m.get_payload())
m.set_type("text/html")
m.set_param("charset", "utf-8")
print(m["Content-Type"], m.get_param("charset"), m.get_content_subtype())
m.del_param("charset")
print(m["content-type"])
long = Message()
long["To"] = ", ".join(f"person{i}@example.com" for i in range(8))
long["Subject"] = "a subject that goes on and on " * 5
print(long.as_string(maxheaderlen=78))

e = EmailMessage()
e["Subject"] = "Héllo"
e["From"] = "Bob Smith <bob@x.org>"
e["To"] = ["a@x.org"] and "a@x.org, Carol <c@y.org>"
e.set_content("Hi there,\nü\n")
print(e, e.get_content(), e["to"].addresses, e["from"].addresses[0].display_name)
print(e.as_bytes())
tried(e.__setitem__, "Subject", "again")
tried(e.__setitem__, "X-Bad", "a\nb")
e.add_alternative("<p>Hi</p>\n", subtype="html")
e.add_attachment(b"abc", maintype="application", subtype="octet-stream", filename="f.bin")
e.add_attachment("text file\n", filename="t.txt")
e.set_boundary("YY")
e.get_payload(0).set_boundary("ZZ")
print(e)
print([part.get_filename() for part in e.iter_attachments()])
print(e.get_body(("html",)).get_content(), e.get_body(("plain",)).get_content())
back = email.message_from_bytes(e.as_bytes(), policy=email.policy.default)
print(type(back).__name__, back["subject"], back.get_body().get_content_type())
print([part.get_content() for part in back.iter_attachments()])

RAW = b"""\
Received: by x;
\tMon, 1 Jan 2024 00:00:00 +0000
From: =?utf-8?b?SsO2cmc=?= <j@x.de>
Date: Mon, 01 Jan 2024 10:00:00 +0100
Subject: folded
 subject
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

caf=C3=A9 =
continued
"""
plain = email.message_from_bytes(RAW)
print(plain["subject"], plain["received"], plain.get_payload(decode=True).decode(), plain.defects)
modern = email.message_from_bytes(RAW, policy=email.policy.default)
print(modern["subject"], modern["from"], modern["date"].datetime, modern.get_content())
bad = email.message_from_string("no header\n\nbody")
print(bad.defects, bad.get_payload())
cut = email.message_from_string('Content-Type: multipart/mixed; boundary="q"\n\npre\n--q\n\none\n--q\nA: b\n\ntwo')
print(cut.preamble, [part.get_payload() for part in cut.get_payload()], cut.defects)
