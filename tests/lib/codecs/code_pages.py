"""Single-byte code pages: both directions, undefined places, other names."""
import codecs

for name in ("iso8859_11 cp720 cp737 cp775 cp857 cp858 cp860 cp861 cp862 cp863 cp865 cp869 cp874 cp1125 "
             "koi8_t kz1048 mac_cyrillic mac_greek mac_iceland mac_latin2 mac_turkish ptcp154 hp_roman8 "
             "tis_620 cp1252 koi8_r").split():
    text = bytes(range(256)).decode(name, "replace")
    print(name, codecs.lookup(name).name, text[128:])
    print(text.encode(name, "ignore").hex())
for name in ("iso-8859-11", "thai", "IBM857", "roman8", "macgreek", "cyrillic-asian"):
    print(codecs.lookup(name).name)
try:
    "é".encode("cp874")
except UnicodeEncodeError as error:
    print(error)
