"""What a program may do with objects of the host: only what the wrapper says.

Each refusal has its control: the same code with the permission, which succeeds.
"""

import asyncio
import dataclasses
import textwrap

import pytest

import caisson.compat.monty


@dataclasses.dataclass
class Account:
    owner: str
    _pin: str = "1234"

    def reveal(self):
        return f"secret of {self.owner}"

    @classmethod
    def kind(cls):
        return cls.__name__

    def _hidden(self):
        return self._pin

    @property
    def pin(self):
        return self._pin

    class Nested:
        pass


def failure(session, m, code, **inputs):
    with pytest.raises(m.MontyError) as caught:
        session.feed_run(code, inputs=inputs)
    return str(caught.value)


@pytest.mark.parametrize("allowed", ["all", {"reveal"}])
@pytest.mark.parametrize("receiver", ["other", "{'owner': 1}", "None"])
def test_a_method_is_not_called_on_a_self_that_the_program_chooses(
    session, m, monkeypatch, allowed, receiver
):
    entered = []
    monkeypatch.setattr(Account, "reveal", lambda self: entered.append(self) or "out")
    given = {
        "Account": m.ClassType(Account, allowed_methods=allowed),
        "other": m.ClassInstance(Account("Bob")),
        "own": m.ClassInstance(Account("Ann"), allowed_methods=allowed),
    }
    text = failure(session, m, f"Account.reveal({receiver})", **given)
    assert text == ("AttributeError: type object 'Account' has no attribute 'reveal'")
    assert entered == []
    assert session.feed_run("own.reveal()", inputs=given) == "out"  # control
    assert len(entered) == 1


def test_class_methods_can_be_called_on_a_class_that_allows_them(session, m):
    allowed = m.ClassType(Account, allowed_methods="all")
    assert session.feed_run("A.kind()", inputs={"A": allowed}) == "Account"
    assert "has no attribute 'kind'" in failure(
        session, m, "B.kind()", B=m.ClassType(Account)
    )


class Redacting(caisson.compat.monty.ClassType):
    def convert_value(self, /, name, value):
        return "redacted"


@pytest.mark.parametrize(
    "code", ["A('x').reveal()", "A('x').owner", "sent.reveal()", "sent.owner"]
)
def test_convert_value_of_the_class_sees_everything_of_its_instances(session, m, code):
    kind = Redacting(
        Account,
        init=True,
        instance_lazy_attrs={"owner"},
        instance_allowed_methods={"reveal"},
    )
    sent = m.ClassInstance(
        Account("y"), lazy_attrs={"owner"}, allowed_methods="all", class_type=kind
    )
    assert session.feed_run(code, inputs={"A": kind, "sent": sent}) == "redacted"


def test_an_awaited_result_is_converted_too(m):
    class Slow:
        async def fetch(self):
            return "raw"

    class Loud(m.ClassInstance):
        def convert_value(self, /, name, value):
            return value.upper()

    async def main():
        async with m.AsyncMonty() as pool, pool.checkout() as session:
            box = Loud(Slow(), allowed_methods="all")
            return await session.feed_run("await x.fetch()", inputs={"x": box})

    assert asyncio.run(main()) == "RAW"


def test_bare_dataclasses_do_not_cross_unless_asked_for(pool, m):
    give = {"give": lambda: Account("Ann")}
    with pool.checkout() as session:
        with pytest.raises(m.MontyConversionError, match="Cannot convert"):
            session.feed_run("x._pin", inputs={"x": Account("Ann")})
        with pytest.raises(m.MontyRuntimeError, match="TypeError: Cannot convert"):
            session.feed_run("give()._pin", external_lookup=give)
    with pool.checkout(native_types=True) as session:  # control
        assert session.feed_run("give()._pin", external_lookup=give) == "1234"


@pytest.mark.parametrize("code", ["x._pin", "x._hidden()", "getattr(x, '_pin')"])
def test_private_names_are_refused_even_when_listed(session, m, code):
    listed = m.ClassInstance(
        Account("Ann"),
        lazy_attrs={"_pin", "owner"},
        allowed_methods={"_hidden", "reveal"},
    )
    assert "has no attribute '_" in failure(session, m, code, x=listed)
    assert session.feed_run("x.owner, x.reveal()", inputs={"x": listed}) == (
        "Ann",
        "secret of Ann",
    )


@pytest.mark.parametrize("name", ["Nested", "pin", "owner", "__init__", "__class__"])
def test_all_methods_means_functions_of_the_class_only(m, name):
    box = m.ClassInstance(Account("Ann"), allowed_methods="all")
    with pytest.raises(AttributeError):
        box.serve_call(name, (), {})
    assert box.serve_call("reveal", (), {}) == "secret of Ann"


def test_a_forged_number_or_name_gets_the_same_answer(session, m):
    closed = m.ClassInstance(Account("Ann"))
    code = """
from _engine import host_method, host_attribute
number = object.__getattribute__(x, '__dict__')['_host_id']
said = []
for ask in (lambda: host_method(number, 'reveal', (), {}),
            lambda: host_attribute(number, 'owner')):
    try:
        said.append(ask())
    except AttributeError as e:
        said.append(str(e))
said
"""
    # The engine's own module may be out of reach: that refuses as well.
    code = f"""
try:
{textwrap.indent(code.strip(), "    ")}
except ImportError as e:
    said = ["import: has no attribute"]
said
"""
    answers = session.feed_run(code, inputs={"x": closed})
    assert answers
    assert all("has no attribute" in text for text in answers)


def test_one_id_does_not_stand_for_two_objects(session, m):
    first = m.ClassInstance(Account("a"))
    second = m.ClassInstance(Account("b"), id=first.id)
    text = failure(session, m, "1", x=first, y=second)
    assert "already identifies a different object" in text
    again = m.ClassInstance(first.value, id=first.id, lazy_attrs="all")
    assert session.feed_run("x.owner", inputs={"x": again}) == "a"


def test_objects_of_a_dead_session_are_not_those_of_the_next(pool, m):
    with pool.checkout() as session:
        opened = m.ClassInstance(Account("Ann"), allowed_methods="all")
        session.feed_run("x = given", inputs={"given": opened})
        saved = session.dump()
    with pool.checkout() as session:
        session.load_session(saved)
        other = m.ClassInstance(Account("Bob"), allowed_methods="all")
        session.feed_run("y = given", inputs={"given": other})
        assert session.feed_run("y.reveal()") == "secret of Bob"
        assert "no host object registered" in failure(session, m, "x.reveal()")
