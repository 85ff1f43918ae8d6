# json_trip.py: 200 rows to JSON text and back, ten times.
# SPDX-License-Identifier: Apache-2.0
import json

rows = [
    {
        "id": i,
        "name": f"user {i}",
        "tags": ["a", "b\n", "\u00e9"][: i % 4],
        "score": i / 7,
        "active": i % 2 == 0,
        "parent": None if i == 0 else {"id": i - 1, "path": "x/y\\z"},
    }
    for i in range(200)
]
for _ in range(10):
    text = json.dumps(rows)
    rows = json.loads(text)
print(len(text), rows[-1]["score"], rows[3]["tags"])
