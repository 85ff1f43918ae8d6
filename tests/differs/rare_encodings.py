# rare_encodings.py: Some encodings of East Asia and all of EBCDIC are missing.
# SPDX-License-Identifier: Apache-2.0
#
# There are gb18030, gbk, gb2312, big5, cp950, euc-kr, cp949, shift_jis, cp932,
# euc-jp and iso2022_jp.  The variants that the web does not use would need more
# tables.
for name in ("big5hkscs", "johab", "hz", "iso2022_kr", "euc_jis_2004", "cp037"):
    try:
        "a".encode(name)
    except LookupError as e:
        print(e)
#> unknown encoding: big5hkscs
#> unknown encoding: johab
#> unknown encoding: hz
#> unknown encoding: iso2022_kr
#> unknown encoding: euc_jis_2004
#> unknown encoding: cp037
