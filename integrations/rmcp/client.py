"""The server, called by the protocol's own client for Python: python client.py SERVER"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def field(value, *names):
    """The first of the names that there is: releases spell them `isError` or `is_error`."""
    return next(getattr(value, name) for name in names if hasattr(value, name))


async def main(server):
    async with stdio_client(StdioServerParameters(command=server)) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            assert [tool.name for tool in tools] == ["issue_refund"], tools
            schema = field(tools[0], "inputSchema", "input_schema")
            assert schema["properties"]["amount_cents"]["maximum"] == 50000, schema

            async def call(**arguments):
                result = await session.call_tool("issue_refund", arguments)
                return field(result, "isError", "is_error"), result.content[0].text

            assert await call(order_id="ord_A1b2C3d4", amount_cents="1999") == (
                False, "refunded 1999 cents of ord_A1b2C3d4")
            failed, text = await call(order_id="ord_A1b2C3d4", amount_cents="19.99")
            body = json.loads(text)
            assert failed and (body["error"], body["path"]) == ("ambiguous_integer", "$.amount_cents"), body
            failed, text = await call(order_id="ord_A1b2C3d4", amount=1999)
            assert failed and "did you mean \"amount_cents\"?" in json.loads(text)["message"], text
            failed, text = await call(order_id="ord_00000000", amount_cents=1)
            assert failed and "no such order" in text, text
    print("4 passed, 0 failed")


asyncio.run(main(sys.argv[1]))
