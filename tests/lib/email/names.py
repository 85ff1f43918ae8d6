"""The rest of the package: errors, policies, parsers, generators, header objects."""
import datetime
import email
import io
from email import (
    encoders, errors, feedparser, generator, header, message, mime, parser, policy, utils)
from email.headerregistry import Address, Group
from email.message import EmailMessage, Message
from email.mime.audio import MIMEAudio
from email.mime.message import MIMEMessage
from email.mime.nonmultipart import MIMENonMultipart
from email.mime.text import MIMEText

for kind in (errors.MessageError, errors.MessageParseError, errors.HeaderParseError,
             errors.BoundaryError, errors.MultipartConversionError, errors.CharsetError,
             errors.MessageDefect, errors.NoBoundaryInMultipartDefect,
             errors.StartBoundaryNotFoundDefect, errors.CloseBoundaryNotFoundDefect,
             errors.FirstHeaderLineIsContinuationDefect, errors.MisplacedEnvelopeHeaderDefect,
             errors.MissingHeaderBodySeparatorDefect, errors.MalformedHeaderDefect,
             errors.MultipartInvariantViolationDefect,
             errors.InvalidMultipartContentTransferEncodingDefect, errors.UndecodableBytesDefect,
             errors.InvalidBase64PaddingDefect, errors.InvalidBase64CharactersDefect,
             errors.InvalidBase64LengthDefect, errors.HeaderDefect, errors.InvalidHeaderDefect,
             errors.HeaderMissingRequiredValue, errors.NonPrintableDefect,
             errors.ObsoleteHeaderDefect, errors.NonASCIILocalPartDefect, errors.InvalidDateDefect):
    print(kind.__name__, [base.__name__ for base in kind.__mro__[1:]])
print(errors.MessageDefect("line").line, str(errors.NonPrintableDefect("\x01")).isprintable())
print(issubclass(getattr(errors, "HeaderWriteError", errors.MessageError), errors.MessageError))

RAW = "From: a@b\nSubject: s\n\nbody\n"
for kind in (parser.Parser, parser.HeaderParser):
    print(kind().parsestr(RAW).items(), kind().parse(io.StringIO(RAW)).get_payload())
for kind in (parser.BytesParser, parser.BytesHeaderParser):
    print(kind().parsebytes(RAW.encode())["from"], kind().parse(io.BytesIO(RAW.encode())).keys())
for kind, cut in ((feedparser.FeedParser, RAW), (feedparser.BytesFeedParser, RAW.encode()),
                  (parser.FeedParser, RAW), (parser.BytesFeedParser, RAW.encode())):
    feed = kind()
    for i in range(0, len(cut), 5):
        feed.feed(cut[i:i + 5])
    print(feed.close().as_string())
print(email.message_from_file(io.StringIO(RAW))["subject"],
      email.message_from_binary_file(io.BytesIO(RAW.encode()))["subject"])
print(sorted(set(email.__all__) & {"message_from_file", "utils", "mime", "parser", "header"}))

out, raw = io.StringIO(), io.BytesIO()
msg = email.message_from_string(RAW + "From me\n")
generator.Generator(out, mangle_from_=True).flatten(msg)
generator.BytesGenerator(raw, policy=policy.SMTP).flatten(msg)
print(out.getvalue(), raw.getvalue())

for one in (policy.compat32, policy.default, policy.strict, policy.SMTP, policy.HTTP, policy.SMTPUTF8):
    print(type(one).__name__, repr(one.linesep), one.max_line_length, one.raise_on_defect,
          one.clone(linesep="x").linesep)
print(isinstance(policy.default, policy.EmailPolicy), isinstance(policy.compat32, policy.Compat32),
      issubclass(policy.EmailPolicy, policy.Policy), (policy.default + policy.SMTP).linesep == "\r\n")
try:
    policy.default.linesep = "y"
except AttributeError as error:
    print(error)

for encode in (encoders.encode_quopri, encoders.encode_7or8bit, encoders.encode_noop):
    part = MIMENonMultipart("text", "plain")
    part.set_payload("a = b\tc")
    encode(part)
    print(part.get("content-transfer-encoding"), repr(part.get_payload()))
inner = MIMEMessage(MIMEText("inside"))
print(inner.get_content_type(), inner.get_payload(0).get_payload())
print(MIMEAudio(b"RIFF\0\0\0\0WAVEfmt ", _subtype="wav").get_content_type())

who = Address("Ann B.", "ann", "x.org")
print(who, repr(who), who.addr_spec, Address(addr_spec="q@r.s").domain, who == Address("Ann B.", "ann", "x.org"))
print(Group("Team", [who]), Group(None, [who]).addresses)
m = EmailMessage()
m["To"] = [who, Address("", "b", "y")]
m["Sender"] = who
m["Date"] = datetime.datetime(2024, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
print(m["to"], m["sender"].address, m["date"].datetime, m["to"].name, m["date"].max_count)
for bad in (lambda: Address("a\nb"), lambda: Address(username="a", addr_spec="b@c")):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(error)

p = Message()
p["Content-Disposition"] = "attachment; filename*=utf-8''na%C3%AFve.txt"
print(p.get_filename(), p.get_param("filename", header="content-disposition"))
print(utils.decode_params([("x", ""), ("a", '"1"'), ("b*0", "p"), ("b*1", "q")]))
print(utils.collapse_rfc2231_value(("utf-8", "", "caf\xc3\xa9")), utils.collapse_rfc2231_value('"q"'))
print(header.decode_header("x") == [("x", None)], message.Message is Message, mime.__name__)
