# regex_scan.py: finditer, split and sub over a made-up page.
# SPDX-License-Identifier: Apache-2.0
import re

page = " ".join(
    f"order-{i} <mail{i}@host{i % 5}.example> on 2023-{i % 12 + 1:02d}-"
    f"{i % 28 + 1:02d}, total: {i * 3 % 97}.{i % 100:02d} EUR;"
    for i in range(400)
)
mail = re.compile(r"<([a-z]+\d+)@([\w.]+)>")
date = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
hosts = {}
for m in mail.finditer(page):
    hosts[m.group(2)] = hosts.get(m.group(2), 0) + len(m.group(1))
months = [0] * 13
for m in date.finditer(page):
    months[int(m[2])] += int(m[3])
parts = re.split(r";\s*", page)
hidden = re.sub(r"\d+\.\d\d", "#", page)
print(sorted(hosts.items()), months, len(parts), len(hidden))
