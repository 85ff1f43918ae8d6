# group_by.py: rows grouped and summed in dictionaries.
# SPDX-License-Identifier: Apache-2.0
regions = ["north", "south", "east", "west"]
rows = [
    {
        "region": regions[i * 7 % 4],
        "item": f"item-{i % 37}",
        "amount": i * 13 % 101,
        "paid": i % 3 != 0,
    }
    for i in range(1_000)
]


def group(rows):
    totals = {}
    for row in rows:
        key = (row["region"], row["item"])
        entry = totals.get(key)
        if entry is None:
            entry = totals[key] = {"n": 0, "sum": 0, "open": 0}
        entry["n"] += 1
        entry["sum"] += row["amount"]
        if not row["paid"]:
            entry["open"] += row["amount"]
    return totals


for _ in range(10):
    totals = group(rows)
top = sorted(totals.items(), key=lambda kv: (-kv[1]["sum"], kv[0]))[:5]
for (region, item), entry in top:
    print(region, item, entry["n"], entry["sum"], entry["open"])
