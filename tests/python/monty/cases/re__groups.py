import re

m = re.match(r'(?P<y>\d{4})-(?P<m>\d\d)', '2024-02')
(m['y'], m.groupdict(), re.sub(r'\d', lambda d: str(9 - int(d[0])), 'a1b2'))
# Return=('2024', {'y': '2024', 'm': '02'}, 'a8b7')
