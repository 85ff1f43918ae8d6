"""Twins of one sandbox (attack C11): nothing random is the same in two of them."""

from caisson import Sandbox

BEFORE = """
import random, secrets, tempfile, uuid
random.random(); random.gauss(0, 1); uuid.uuid4(); secrets.token_hex(4)
own = random.Random(); own.random()
fixed = random.Random(3); fixed.random()
"""
AFTER = """[random.random(), random.gauss(0, 1), random.getrandbits(64),
            uuid.uuid4().hex, secrets.token_hex(16), own.random()]"""


def test_forks_and_loads_draw_different_numbers():
    with Sandbox() as box:
        box.run(BEFORE, check=True)
        data = box.dump()
        twins = [box, box.fork(), box.fork(), Sandbox.load(data), Sandbox.load(data)]
        drawn = [twin.run(AFTER, check=True).value for twin in twins]
        for column in zip(*drawn, strict=True):
            assert len(set(column)) == len(twins), column
        chosen = {twin.run("fixed.random()").value for twin in twins}
        assert len(chosen) == 1  # a seed of the program's own is kept
        for twin in twins[1:]:
            twin.close()


def test_a_seed_of_the_host_is_kept():
    with Sandbox(random=7) as box:
        box.run(BEFORE, check=True)
        with box.fork() as twin:
            assert twin.run(AFTER).value == box.run(AFTER).value


def test_a_twin_reseeds_once():
    with Sandbox() as box:
        box.run("import random; random.random()", check=True)
        with box.fork() as twin:
            first = twin.run("random.random()").value
            state = twin.run("random.getstate()[1][-1]").value
            assert twin.run("random.getstate()[1][-1]").value == state
            assert twin.run("random.random()").value != first
