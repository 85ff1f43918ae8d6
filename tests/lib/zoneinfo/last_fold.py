# Behind the last transition of a zone the repeated hour is still known.
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

for name, text in [("Africa/Johannesburg", "1944-03-18T22:30"), ("Africa/Juba", "2021-01-31T20:30"),
                   ("Africa/Accra", "1956-01-01T01:00"), ("Europe/Moscow", "2014-10-25T21:30")]:
    at = datetime.fromisoformat(text).replace(tzinfo=timezone.utc)
    for i in range(6):
        local = (at + i * timedelta(minutes=20)).astimezone(ZoneInfo(name))
        print(name, local, local.fold, local.tzname(), local.dst())
