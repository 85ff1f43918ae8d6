# caisson: options --tmpfs /tmp
"""shutil: archives of trees and the registry of kinds."""
import shutil, os, tempfile, zipfile
d = tempfile.mkdtemp()
os.chdir(d)
os.makedirs('src/sub/deep'); os.makedirs('src/empty')
for n in ('src/b.txt','src/a.txt','src/sub/c.txt','src/sub/deep/d.txt'):
    open(n,'w').write(n)
print(sorted(x for x in shutil.get_archive_formats() if x[0]=='zip'))
print(sorted(x for x in shutil.get_unpack_formats() if x[0]=='zip'))
p = shutil.make_archive('out','zip','src'); print(os.path.relpath(p, d), p == os.path.join(d, 'out.zip'))
print(sorted(zipfile.ZipFile(p).namelist()))
p = shutil.make_archive(os.path.join(d,'x','out2'),'zip',root_dir='.', base_dir='src'); print(os.path.relpath(p,d), sorted(zipfile.ZipFile(p).namelist()))
p = shutil.make_archive('out3','zip',base_dir='src/sub'); print(p.replace(d, 'D'), sorted(zipfile.ZipFile(p).namelist()))
p = shutil.make_archive('out4','zip',root_dir='src',base_dir='a.txt'); print(p.replace(d,'D'), sorted(zipfile.ZipFile(p).namelist()))
for f in (lambda: shutil.make_archive('a','nope'), lambda: shutil.unpack_archive('a.txt'), lambda: shutil.unpack_archive('out.zip','y',format='nope'), lambda: shutil.register_archive_format('x', 1), lambda: shutil.register_archive_format('x', len, 1), lambda: shutil.register_archive_format('x', len, [1]), lambda: shutil.unregister_archive_format('nope'), lambda: shutil.unregister_unpack_format('nope'), lambda: shutil.register_unpack_format('y',['.zip'],len), lambda: shutil.register_unpack_format('y',['.yy'],1), lambda: shutil.unpack_archive('src/a.txt', format='zip'), lambda: shutil.make_archive('a','zip','nothere'), lambda: shutil.make_archive('out5','zip', base_dir='nothere')):
    try: print(str(f()).replace(d, 'D'))
    except Exception as e: print(type(e).__name__, str(e).replace(d,'D'))
print(shutil.unpack_archive('out.zip','ext'))
print(sorted(os.path.relpath(os.path.join(r,f),'ext') for r,_,fs in os.walk('ext') for f in fs), os.path.isdir('ext/empty'))
shutil.unpack_archive('out.zip','ext2','zip')
print(sorted(os.listdir('ext2')))
def mine(base, target, **kw):
    print('mine', base.replace(d, 'D'), target, sorted(kw.items())); return 'made'
shutil.register_archive_format('m', mine, [('q', 1)], 'My format')
print([x for x in shutil.get_archive_formats() if x[0]=='m'])
print(shutil.make_archive('base','m', base_dir='src', verbose=3))
print(shutil.make_archive('base','m', 'src').replace(d,'D') )
shutil.unregister_archive_format('m')
def un(name, path, **kw): print('un', name, path.replace(d,'D'), kw)
shutil.register_unpack_format('u', ['.uu', '.u2'], un, [('a', 2)], 'Ux')
print([x for x in shutil.get_unpack_formats() if x[0]=='u'])
shutil.unpack_archive('file.uu','z'); shutil.unpack_archive('file.uu', format='u')
shutil.unregister_unpack_format('u')
with zipfile.ZipFile('bad.zip','w') as z:
    z.writestr('../evil','x'); z.writestr('/abs','x'); z.writestr('ok/f','x'); z.writestr('dir/','')
shutil.unpack_archive('bad.zip','bad'); print(sorted(os.listdir('bad')))
print(shutil.make_archive('dry','zip','src',dry_run=True).replace(d,'D'), os.path.exists('dry.zip'))
