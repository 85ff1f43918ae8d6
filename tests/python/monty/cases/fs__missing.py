# mount-fs
try:
    open(root / 'nowhere.txt')
except FileNotFoundError as e:
    code = e.errno
code
# Return=2
