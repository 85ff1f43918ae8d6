# text_parse.py: 5000 lines split, stripped and counted.
# SPDX-License-Identifier: Apache-2.0
levels = ("INFO", "WARN", "ERROR")
text = "\n".join(
    f"  {i:05d} {levels[i % 3]} svc{i % 9}: took={i * 17 % 400}ms; id={i:x}  "
    for i in range(5_000)
)

counts = {}
slow = 0
for line in text.splitlines():
    line = line.strip()
    number, level, rest = line.split(" ", 2)
    service, _, fields = rest.partition(": ")
    took = int(fields.split(";")[0].removeprefix("took=").rstrip("ms"))
    slow += took > 350
    key = service.upper() + "/" + level
    counts[key] = counts.get(key, 0) + took
print(slow, len(counts))
for key in sorted(counts)[:4]:
    print(key, counts[key])
