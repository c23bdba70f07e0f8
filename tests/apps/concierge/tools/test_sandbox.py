"""Arithmetic is worked out, and nothing else gets out of its child process."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.concierge.tools.calculate import sandbox
from apps.concierge.tools.calculate.expression import NotArithmetic

SUMS = [
    ("(3 + 4) * 12.50", "87.5"),
    ("0.1 + 0.2", "0.3"),
    ("2 ** 10 - 1", "1023"),
    ("7 // 2 + 7 % 2", "4"),
    ("-(3 - 5)", "2"),
    ("round(10 / 3, 2)", "3.33"),
    ("max(2, 9, 4) - min(2, 9, 4) + abs(-1) + sum(1, 2)", "11"),
    ("sqrt(144)", "12"),
]
# What has got out of other sandboxes, or could use up a machine.
ESCAPES = {
    "import": "__import__('os').system('id')",
    "import with spaces": "__import__ ( 'os' )",
    "statement": "import os",
    "statements": "1; import os",
    "new line": "1\nimport os",
    "exec": "exec('import os')",
    "eval": "eval('1+1')",
    "compile": "compile('1', '', 'eval')",
    "open": "open('/etc/passwd').read()",
    "input": "input()",
    "breakpoint": "breakpoint()",
    "globals": "globals()",
    "locals": "locals()",
    "vars": "vars()",
    "dir": "dir()",
    "getattr": "getattr(1, 'real')",
    "setattr": "setattr(abs, 'a', 1)",
    "type": "type(1)",
    "class of a number": "(1).__class__",
    "class of a tuple": "().__class__.__bases__[0].__subclasses__()",
    "class of a text": "''.__class__.__mro__[1]",
    "attribute of a function": "abs.__self__",
    "builtins": "abs.__self__.__dict__['open']('/etc/passwd')",
    "globals of a function": "round.__globals__",
    "format": "'{0.__class__}'.format(1)",
    "f-string": "f'{().__class__}'",
    "f-string with a call": "f'{__import__(\"os\").getcwd()}'",
    "text": "'1'",
    "bytes": "b'1'",
    "text many times": "'a' * 10**9",
    "list many times": "[0] * 10**9",
    "list": "[1, 2]",
    "tuple": "(1, 2)",
    "set": "{1, 2}",
    "mapping": "{1: 2}",
    "comprehension": "[x for x in range(10)]",
    "generator": "sum(x for x in range(10**9))",
    "nested comprehension": "[[y for y in range(9**9)] for x in range(9**9)]",
    "lambda": "(lambda: 1)()",
    "endless recursion": "(lambda f: f(f))(lambda f: f(f))",
    "walrus": "(x := 1)",
    "assignment": "x = 1",
    "name": "os",
    "function without a call": "abs",
    "condition": "1 if 1 else 2",
    "comparison": "1 < 2",
    "and": "1 and 2",
    "not": "not 1",
    "invert": "~1",
    "shift": "1 << 10**9",
    "bits": "1 ^ 2 | 3 & 4",
    "matrix": "1 @ 2",
    "await": "await 1",
    "yield": "(yield 1)",
    "starred": "max(*[1, 2])",
    "keyword": "round(1.5, ndigits=1)",
    "keywords": "round(**{'number': 1})",
    "decorated": "@abs\ndef f(): pass",
    "truth": "True + 1",
    "none": "None",
    "ellipsis": "...",
    "complex": "1j",
    "tower of powers": "9**9**9**9",
    "large power": "10**10**10",
    "negative tower": "2**-(10**9)",
    "root of a power": "sqrt(9**9**9)",
    "large factor": "99999999999999 * 99999999999999",
    "digits of a number": "9" * 200,
    "digits to round to": "round(1, 10**9)",
    "infinite": "1e999",
    "infinite difference": "1e999 - 1e999",
    "division by nothing": "1 / 0",
    "remainder of nothing": "1 % 0",
    "nothing": "",
    "blank": "   ",
    "open brackets": "(" * 150,
    "deep signs": "-" * 150 + "1",
    "long sum": "+".join("1" * 101),
    "too long": "1+" * 5000 + "1",
    "null": "1\x00+1",
    "surrogate": "1\ud800",
    "other digits": "\u0661 + \u0661",
    "subscript": "1[0]",
    "slice": "1[0:1]",
    "octal": "0o777 + abs",
    "name of a method": "Decimal.sqrt(4)",
    "unpacking a call": "sum(*(1,))",
}


@pytest.mark.parametrize(("text", "value"), SUMS)
def test_it_works_out_arithmetic(text: str, value: str) -> None:
    assert sandbox.evaluate(text) == Decimal(value)


@pytest.mark.parametrize("name", sorted(ESCAPES))
def test_it_refuses_an_escape(name: str) -> None:
    with pytest.raises(NotArithmetic):
        sandbox.evaluate(ESCAPES[name])


def test_it_tries_sixty_escapes() -> None:
    assert len(ESCAPES) >= 60


def test_it_ends_a_child_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "WALL_SECONDS", 0.001)
    with pytest.raises(NotArithmetic):
        sandbox.evaluate("1 + 1")
