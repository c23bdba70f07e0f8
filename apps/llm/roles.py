"""What a model is asked for. Each role is a settings row of its own."""

from typing import Literal

Role = Literal["router", "planner", "speaker", "validator"]
