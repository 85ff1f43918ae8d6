# networks: ranges, parts, relations; errors in texts
import ipaddress as ip

N, A, I = ip.ip_network, ip.ip_address, ip.ip_interface


def show(what, *args, **kwargs):
    try:
        result = what(*args, **kwargs)
        if not isinstance(result, (str, int, bool, tuple, type(None), ip._IPAddressBase)):
            result = list(result)
        print(result if not isinstance(result, ip._IPAddressBase) else repr(result))
    except Exception as error:
        print(type(error).__name__, error)


for text in ("1.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.a", "1..2.3",
             "1.2.3.4/5", "", "::", "::1", "1::2::3", ":1", "1:", "1:2:3:4:5:6:7:8:9",
             "1:2:3:4:5:6:7", "fe80::1%eth0", "fe80::1%", "fe80::1%a%b", "::ffff:1.2.3.4",
             "::1.2.3.400", "g::", "12345::", "1:2:3:4:5:6:7::", "2001:0:0:1:0:0:0:1",
             b"\1\2\3\4", b"123", 5, -1, 2 ** 32, 2 ** 128, None, "1:0:0:2:0:0:3:4"):
    for make in (ip.ip_address, ip.IPv4Address, ip.IPv6Address):
        show(make, text)
for text in ("10.0.0.0/8", "10.0.0.1/8", "10.0.0.0/255.0.0.0", "10.0.0.0/0.255.255.255",
             "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/255.0.255.0", "10.0.0.0/a", "1.2.3.4/1/2",
             "::/0", "2001:db8::/32", "2001:db8::1/32", "::/129", "::/ffff::", (10 << 24, 8),
             ("1.2.3.0", "255.255.255.0"), (1,), 3232235520):
    show(ip.ip_network, text)
    show(ip.ip_network, text, strict=False)
    show(ip.ip_interface, text)
n = N("192.168.0.0/29")
for what in (n.hosts, lambda: n, N("1.2.3.4/31").hosts, N("1.2.3.4/32").hosts,
             N("::/126").hosts, n.subnets, lambda: n.subnets(2), lambda: n.subnets(new_prefix=31),
             lambda: n.subnets(new_prefix=28), lambda: n.subnets(9), lambda: n.subnets(2, 31),
             n.supernet, lambda: n.supernet(5), lambda: n.supernet(new_prefix=24),
             lambda: n.supernet(30), lambda: n.supernet(new_prefix=30),
             lambda: n.address_exclude(N("192.168.0.2/32")),
             lambda: n.address_exclude(N("10.0.0.0/32")), lambda: n.address_exclude(n),
             lambda: n.address_exclude(N("::/128"))):
    show(what)
for k in (0, 7, 8, -1, -8, -9):
    show(lambda: n[k])
print(n.num_addresses, n.netmask, n.hostmask, n.broadcast_address, n.with_netmask,
      n.with_hostmask, n.with_prefixlen, n.prefixlen, n.max_prefixlen, n.exploded, n.compressed)
show(ip.summarize_address_range, A("1.1.1.1"), A("1.1.1.10"))
show(ip.summarize_address_range, A("0.0.0.0"), A("255.255.255.255"))
show(ip.summarize_address_range, A("1.1.1.2"), A("1.1.1.1"))
show(ip.summarize_address_range, A("1.1.1.2"), A("::1"))
show(ip.summarize_address_range, n, n)
show(ip.collapse_addresses, [N("10.0.0.0/25"), N("10.0.0.128/25"), N("10.0.1.0/24"),
                             A("10.0.2.0"), A("10.0.2.1"), N("10.0.0.4/32")])
show(ip.collapse_addresses, [])
show(ip.collapse_addresses, [A("1.1.1.1"), A("::1")])
a, b = N("10.0.0.0/8"), N("10.1.0.0/16")
print(a.overlaps(b), b.subnet_of(a), a.supernet_of(b), a.compare_networks(b), a < b, b < a,
      A("10.1.2.3") in b, A("::1") in b, b in a, sorted([b, a, N("9.0.0.0/8")]))
show(lambda: a.subnet_of(N("::/0")))
show(lambda: a.subnet_of(A("1.1.1.1")))
show(lambda: A("1.1.1.1") < N("1.1.1.0/24"))
show(lambda: A("1.1.1.1") < A("::1"))
show(lambda: A("255.255.255.255") + 1)
show(lambda: A("0.0.0.0") - 1)
for text in ("10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.1.1", "224.0.0.1", "240.0.0.1",
             "8.8.8.8", "0.0.0.0", "192.0.2.1", "::1", "fe80::1", "fec0::1", "ff02::1",
             "2001:db8::1", "2002:102:304::", "2001:0:1:2:3:4:5:6", "::ffff:10.0.0.1", "4000::"):
    x = A(text)
    print(text, x.is_multicast, x.is_private, x.is_global, x.is_unspecified, x.is_reserved,
          x.is_loopback, x.is_link_local, x.reverse_pointer, x.exploded, x.packed,
          f"{x:b} {x:x} {x:X} {x:n} {x:#_x} {x:s}", int(x), x == A(text),
          hash(x) == hash(A(text)))
    if x.version == 6:
        print(x.is_site_local, x.ipv4_mapped, x.teredo, x.sixtofour, x.scope_id)
i = I("10.1.2.3/8")
print(repr(i), i.ip, i.network, i.netmask, i.hostmask, i.with_prefixlen, i.with_netmask,
      i.with_hostmask, i == I("10.1.2.3/8"), i == I("10.1.2.3/9"), i < I("10.1.2.4/8"),
      i == A("10.1.2.3"), sorted([I("1.1.1.1/24"), I("1.1.1.1/8"), i]))
print(ip.get_mixed_type_key(a), ip.get_mixed_type_key(A("1.1.1.1")), ip.get_mixed_type_key(3))
print(ip.v4_int_to_packed(5), ip.v6_int_to_packed(5))
show(ip.v4_int_to_packed, -1)
