"""A run waits for a person, is kept as bytes, and goes on later.

Run it with: python3 examples/python/durable.py
"""

from caisson import Sandbox

CODE = """
amount = 120
if approve(f"pay {amount}?"):
    answer = "paid"
else:
    answer = "refused"
answer
"""


def start() -> bytes:
    """Run up to the question and keep the program as bytes."""
    with Sandbox(tools={"approve": lambda question: None}) as box:
        step = box.start(CODE)
        print("asks:", *step.args)
        return box.dump()


def finish(data: bytes, approved: bool) -> str:
    """Load the bytes, here or on another machine, and answer."""
    with Sandbox.load(data) as box:
        return box.waiting_for().resume(approved).result.value


if __name__ == "__main__":
    kept = start()
    print(len(kept), "bytes")
    print(finish(kept, True), "/", finish(kept, False))
