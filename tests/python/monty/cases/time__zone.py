# timezone=America/New_York
import datetime

str(datetime.datetime.fromtimestamp(1_700_000_000))
# Return.str=2023-11-14 17:13:20
