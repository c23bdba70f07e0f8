"""Models of every protocol call tools, over HTTP against fake servers."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    ToolMessage,
)

from apps.llm import chat, tool_calls
from apps.llm.failures import ModelUnavailable
from apps.llm.tool_calls import UnreadableCall
from tests.fakes.gemini import GeminiServer, Text
from tests.fakes.replies import Calls

pytestmark = pytest.mark.usefixtures("closed_connections")
ASK: list[BaseMessage] = [HumanMessage("What is 12 times 34?")]
CALCULATE = {
    "type": "function",
    "function": {
        "name": "calculate",
        "description": "Work out a sum.",
        "parameters": {
            "type": "object",
            "properties": {"expression": {"type": "string"}},
            "required": ["expression"],
        },
    },
}
SUM = ("calculate", {"expression": "12 * 34"})


@pytest.fixture(params=["gemini", "openai_compatible"])
def server(request: pytest.FixtureRequest) -> GeminiServer:
    fake: GeminiServer = request.getfixturevalue(request.param)
    return fake


async def reply(
    messages: list[BaseMessage], tools: list[dict[str, Any]]
) -> AIMessageChunk:
    model = chat.chat_model("speaker")
    assert model is not None
    whole = AIMessageChunk(content="")
    async for piece in model.stream(messages, tools):
        whole = whole + piece
    return whole


async def test_it_offers_tools_and_reads_a_call(server: GeminiServer) -> None:
    server.script(Calls((SUM,)))
    called = await reply(ASK, [CALCULATE])
    [call] = tool_calls.read(called)
    assert (call["name"], call["args"]) == SUM
    assert called.usage_metadata
    assert called.usage_metadata["input_tokens"] == 12
    assert "calculate" in str(server.requests[0].body["tools"])


async def test_it_reads_several_calls_at_once(server: GeminiServer) -> None:
    second_sum = ("calculate", {"expression": "1 + 1"})
    server.script(Calls((SUM, second_sum)))
    called = await reply(ASK, [CALCULATE])
    assert [call["args"] for call in tool_calls.read(called)] == [SUM[1], second_sum[1]]


async def test_it_sends_the_result_back(server: GeminiServer) -> None:
    server.script(Calls((SUM,)), Text("It is 408."))
    called = await reply(ASK, [CALCULATE])
    [call] = tool_calls.read(called)
    result = ToolMessage("408", tool_call_id=call["id"] or "", name=call["name"])
    goes_on: list[BaseMessage] = [AIMessage("", tool_calls=[call]), result]
    answer = await reply([*ASK, *goes_on], [])
    assert answer.text == "It is 408."
    assert "408" in str(server.requests[1].body)
    assert "tools" not in server.requests[1].body


async def test_it_knows_a_call_that_nobody_can_read(server: GeminiServer) -> None:
    server.script(Calls((("calculate", '{"expression": "12 '),)))
    called = await reply(ASK, [CALCULATE])
    with pytest.raises(UnreadableCall):
        tool_calls.read(called)


async def test_it_offers_none_by_itself(server: GeminiServer) -> None:
    server.script(Calls((SUM,)), Calls((SUM,)))
    with pytest.raises(ModelUnavailable):
        await reply(ASK, [])
    assert "tools" not in server.requests[0].body
