"""unicodedata: the version of the tables; everything else is native."""

unidata_version = '14.0.0'
