# repr_fold.py: where fold stands in the repr of times.
# SPDX-License-Identifier: Apache-2.0
from datetime import datetime, time, timezone

print(repr(datetime(2024, 1, 1, 1, fold=1, tzinfo=timezone.utc)), repr(datetime(2024, 1, 1, fold=1)))
print(repr(time(1, 2, fold=1, tzinfo=timezone.utc)))
