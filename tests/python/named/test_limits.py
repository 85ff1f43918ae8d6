"""Limits of what a sandbox keeps."""

from caisson.sandbox import SandboxSpec

FILL = """
dd if=/dev/zero of=/var/fill bs=64k 2>/tmp/said; echo "$?"; tail -n 4 /tmp/said
du -k /var/fill
rm /var/fill
echo again > /var/small && cat /var/small
"""


def test_a_full_layer_is_enospc_inside_and_nothing_more(client, run):
    async def main():
        spec = SandboxSpec("box", ephemeral=True, disk_mib=8)
        box = await client.create(spec)
        return await box.shell(FILL)

    lines = run(main()).stdout.splitlines()
    assert (lines[0], lines[-1]) == ("1", "again")
    assert any("No space left" in line for line in lines)
    (kib,) = [int(line.split()[0]) for line in lines if line.endswith("/var/fill")]
    assert 4 << 10 < kib <= 9 << 10
