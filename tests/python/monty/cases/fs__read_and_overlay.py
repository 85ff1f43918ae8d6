# mount-fs
assert (root / 'hello.txt').read_text() == 'hello world\n'
assert (root / 'subdir' / 'deep' / 'file.txt').read_text() == 'deep file'
(root / 'new.txt').write_text('made here')
sorted(p.name for p in root.iterdir())
# Return=['data.bin', 'empty.txt', 'hello.txt', 'new.txt', 'readonly.txt', 'subdir']
