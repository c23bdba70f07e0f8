"""Reads arithmetic as a tree of numbers and signs, and works it out.

There are no names, attributes, texts, lists or calls but a few functions of numbers, so
nothing of Python can be reached. It runs in a child process all the same, because the
parser itself may be brought down by a text (`child.py`). Nothing here imports Django.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from decimal import Context, Decimal, DecimalException, localcontext

LONGEST = 200
MOST_STEPS = 100
DEEPEST = 40
MOST_DIGITS = 15
LARGEST = Decimal(10) ** MOST_DIGITS
LARGEST_EXPONENT = 60
DIGITS = 30
Numbers = Callable[..., Decimal]


class NotArithmetic(ValueError):  # noqa: N818 - it names the text
    """The text is no arithmetic, or more than is worked out here."""


def evaluate(text: str) -> Decimal:
    """The value of `(3 + 4) * 12.50`, to thirty digits. Raises NotArithmetic."""
    if len(text) > LONGEST:
        raise NotArithmetic("too long")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotArithmetic("not arithmetic") from error
    with localcontext(Context(prec=DIGITS)):
        try:
            return _Evaluation().value(tree.body, 0)
        except (DecimalException, ArithmeticError) as error:
            raise NotArithmetic("no number") from error


class _Evaluation:
    """Of one text; counts its steps."""

    def __init__(self) -> None:
        self._steps = 0

    def value(self, node: ast.expr, depth: int) -> Decimal:
        self._steps += 1
        if self._steps > MOST_STEPS or depth > DEEPEST:
            raise NotArithmetic("too much")
        number = self._of_node(node, depth + 1)
        if not number.is_finite() or abs(number) > LARGEST:
            raise NotArithmetic("too large")
        return number

    def _of_node(self, node: ast.expr, depth: int) -> Decimal:
        match node:
            case ast.Constant(value=int() | float() as value) if not isinstance(
                value, bool
            ):
                return _number(value)
            case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _SIGNS:
                return _SIGNS[type(sign)](self.value(operand, depth))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _JOINTS:
                first, second = self.value(left, depth), self.value(right, depth)
                return _JOINTS[type(sign)](first, second)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._called(name, [self.value(each, depth) for each in args])
        raise NotArithmetic("not arithmetic")

    def _called(self, name: str, numbers: list[Decimal]) -> Decimal:
        if name not in _FUNCTIONS:
            raise NotArithmetic("unknown function")
        try:
            return _FUNCTIONS[name](*numbers)
        except TypeError as error:
            raise NotArithmetic("wrong number of values") from error


def _number(value: float) -> Decimal:
    """As it is written: 0.1 is a tenth."""
    if abs(value) > LARGEST:
        raise NotArithmetic("too large")
    return Decimal(str(value))


def _power(base: Decimal, exponent: Decimal) -> Decimal:
    """Only whole exponents, and none that takes long."""
    if exponent != int(exponent) or abs(exponent) > LARGEST_EXPONENT:
        raise NotArithmetic("exponent")
    return base**exponent


def _round(number: Decimal, digits: Decimal = Decimal(0)) -> Decimal:
    if digits != int(digits) or not 0 <= digits <= MOST_DIGITS:
        raise NotArithmetic("digits")
    return round(number, int(digits))


def _least(*numbers: Decimal) -> Decimal:
    return min(_some(numbers))


def _most(*numbers: Decimal) -> Decimal:
    return max(_some(numbers))


def _total(*numbers: Decimal) -> Decimal:
    return sum(_some(numbers), Decimal(0))


def _some(numbers: tuple[Decimal, ...]) -> tuple[Decimal, ...]:
    if not numbers:
        raise NotArithmetic("no values")
    return numbers


_SIGNS: dict[type[ast.unaryop], Numbers] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}
_JOINTS: dict[type[ast.operator], Numbers] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
_FUNCTIONS: dict[str, Numbers] = {
    "abs": abs,
    "max": _most,
    "min": _least,
    "round": _round,
    "sqrt": Decimal.sqrt,
    "sum": _total,
}
