"""Reads rows from a mount, asks a tool for exchange rates, prints a report.

SPDX-License-Identifier: Apache-2.0
"""

import csv
from collections import defaultdict

totals = defaultdict(float)
missing = []
rates = {}

with open("/data/orders.csv", newline="") as rows:
    for row in csv.DictReader(rows):
        currency = row["currency"]
        if currency not in rates:
            try:
                rates[currency] = rate(currency, to="EUR")
            except LookupError as error:
                rates[currency] = None
                print(f"no rate for {currency}: {error}")
        if rates[currency] is None:
            missing.append(row["order"])
        else:
            totals[row["customer"]] += float(row["amount"]) * rates[currency]

print(f"{'customer':<12}{'EUR':>12}")
for customer, amount in sorted(totals.items(), key=lambda item: -item[1]):
    print(f"{customer:<12}{amount:>12,.2f}")
print(f"{'total':<12}{sum(totals.values()):>12,.2f}")
if missing:
    print("left out: order " + ", ".join(missing))
