import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { callingModel, requestOf, resultsIn } from "../support/scripted-runtime.ts";
import { mcpPlace } from "./mcp-place.ts";

test("a remembered server is offered without being started, and started by the first call", async () => {
  await using place = await mcpPlace();
  const server = place.server("box");
  await server.offer({ name: "move" });
  await place.configure({ box: server.entry() });
  await place.agree("box");
  const before = await server.starts();
  const model = callingModel({ name: "mcp_box_move", arguments: { to: "attic" } });
  await using opened = await place.open(model);

  const atStart = await server.starts();
  await opened.session.agent.chat("Move it.");

  expect(atStart).toBe(before);
  expect(await server.starts()).toBe(before + 1);
  expect(resultsIn(model)).toEqual([{ result: 'move: {"to":"attic"}' }]);
  expect(requestOf(model, 0).tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["tool_search", "tool_call"]),
  );
});
