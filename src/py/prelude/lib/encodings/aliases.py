"""encodings.aliases - other names of the common encodings.

SPDX-License-Identifier: Apache-2.0
"""

_NAMES = {
    "ascii": "646 us us_ascii iso646_us iso_646.irv_1991 iso_ir_6 cp367 csascii ibm367 "
             "ansi_x3.4_1968 ansi_x3.4_1986 ansi_x3_4_1968",
    "latin_1": "8859 cp819 csisolatin1 ibm819 iso8859 iso8859_1 iso_8859_1 iso_8859_1_1987 "
               "iso_ir_100 l1 latin latin1",
    "utf_8": "u8 utf utf8 utf8_ucs2 utf8_ucs4 cp65001",
    "utf_16": "u16 utf16",
    "utf_16_be": "unicodebigunmarked utf_16be",
    "utf_16_le": "unicodelittleunmarked utf_16le",
    "utf_32": "u32 utf32",
    "utf_32_be": "utf_32be",
    "utf_32_le": "utf_32le",
    "utf_7": "u7 utf7 unicode_1_1_utf_7",
    "cp1252": "1252 windows_1252",
    "cp437": "437 cspc8codepage437 ibm437",
    "iso8859_15": "csisolatin9 iso_8859_15 l9 latin9",
    "koi8_r": "cskoi8r",
    "mac_roman": "macintosh macroman",
    "base64_codec": "base64 base_64",
    "hex_codec": "hex",
    "quopri_codec": "quopri quoted_printable quotedprintable",
    "rot_13": "rot13",
    "zlib_codec": "zip zlib",
}
aliases = {alias: name for name, text in _NAMES.items() for alias in text.split()}
