import ipaddress as I

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for a in ("192.168.0.1", "0.0.0.0", "255.255.255.255", "::1", "2001:db8::8a2e:370:7334", "::ffff:1.2.3.4", "2002:c000:204::", "::", 0, 2**32, 2**128, -1, b"\1\2\3\4", b"\0" * 16, "1.2.3", "01.2.3.4", "256.1.1.1", "1.2.3.4.5", "a.b.c.d", "", ":::", "1::2::3", "12345::", "g::", "1.2.3.4/24", None, "10.0.0.1", "127.0.0.1", "224.0.0.1", "169.254.1.1", "100.64.0.1", "8.8.8.8", "fc00::1", "ff02::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"):
    show(I.ip_address, a)
    show(I.IPv4Address, a); show(I.IPv6Address, a)
    try:
        x = I.ip_address(a)
    except ValueError:
        continue
    print(x, int(x), x.version, x.packed, x.exploded, x.compressed, x.reverse_pointer, x.is_private, x.is_global, x.is_multicast, x.is_loopback, x.is_link_local, x.is_reserved, x.is_unspecified, x.max_prefixlen, f"{x:x} {x:#b} {x:_n} {x:>20s}" if x.version == 4 else "")
for n in ("10.0.0.0/8", "192.168.1.0/24", "192.168.1.5/24", "10.0.0.0/255.255.0.0", "10.0.0.0/0.0.255.255", "1.2.3.4", "1.2.3.4/31", "2001:db8::/32", "::/0", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/8/8", "::1/128", ("10.0.0.0", 30), 5, "10.0.0.0/255.0.255.0"):
    show(I.ip_network, n); show(I.ip_network, n, strict=False); show(I.ip_interface, n)
    try:
        x = I.ip_network(n, strict=False)
    except ValueError:
        continue
    print(x, x.network_address, x.broadcast_address, x.netmask, x.hostmask, x.prefixlen, x.num_addresses, x.with_netmask, x.with_hostmask, x.is_private, x[0], x[-1])
    if x.num_addresses <= 8:
        print(list(x), list(x.hosts()))
n = I.ip_network("192.168.0.0/22")
print(list(n.subnets()), list(n.subnets(new_prefix=24)), n.supernet(), n.supernet(new_prefix=16), I.ip_address("192.168.3.9") in n, I.ip_address("::1") in n, n.overlaps(I.ip_network("192.168.2.0/24")), I.ip_network("192.168.2.0/24").subnet_of(n), n.supernet_of(I.ip_network("192.168.2.0/24")), list(n.address_exclude(I.ip_network("192.168.1.0/24"))), n.compare_networks(I.ip_network("192.168.0.0/24")))
show(lambda: list(n.subnets(new_prefix=10))); show(n.supernet, new_prefix=30); show(lambda: n[5000]); show(lambda: list(n.address_exclude(I.ip_network("10.0.0.0/8"))))
a, b = I.ip_address("10.0.0.1"), I.ip_address("10.0.0.9")
print(a < b, a + 5, b - 3, a == I.ip_address("10.0.0.1"), sorted([b, a]), len({a, I.ip_address("10.0.0.1")}), list(I.summarize_address_range(a, b)), list(I.collapse_addresses([I.ip_network("10.0.0.0/25"), I.ip_network("10.0.0.128/25"), I.ip_network("10.0.2.0/24")])), list(I.collapse_addresses([a, a + 1])))
show(lambda: a < I.ip_address("::1")); show(lambda: a + 2**33); show(lambda: list(I.summarize_address_range(b, a))); show(lambda: list(I.collapse_addresses([a, I.ip_address("::1")])))
i = I.ip_interface("10.1.2.3/16"); print(i, i.ip, i.network, i.netmask, i.with_prefixlen, i.with_netmask, i == I.ip_interface("10.1.2.3/16"), i < I.ip_interface("10.1.2.4/16"), hash(i) == hash(I.ip_interface("10.1.2.3/16")))
print(I.ip_address("::ffff:1.2.3.4").ipv4_mapped, I.ip_address("2002:c000:204::").sixtofour, I.ip_address("2001:0:4136:e378:8000:63bf:3fff:fdd2").teredo, I.ip_address("fe80::1%e").scope_id, I.v4_int_to_packed(1), sorted([I.ip_address("::1"), a], key=I.get_mixed_type_key))
