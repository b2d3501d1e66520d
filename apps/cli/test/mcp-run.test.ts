import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { serverCommand, startEverything } from "./support/mcp.ts";
import { personWithModel } from "./support/scripted-person.ts";

const calls = (name: string) => [{ calls: [{ name, arguments: { message: "hi" } }] }, { text: "Done." }];

function toolsOf(request: { readonly body: unknown } | undefined): string {
  return JSON.stringify(request?.body ?? null);
}

test("--mcp gives one run the tools of a server, in its first request", async () => {
  const person = await personWithModel(calls("mcp_all_echo"));

  const answer = await hermes(person, [
    "-q",
    "Say hi",
    "--yolo",
    "--mcp",
    `all=${serverCommand("everything").join(" ")}`,
  ]);
  const list = await hermes(person, ["mcp", "list", "--json"]);

  expect(answer).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(toolsOf(person.server.requests[0])).toContain("mcp_all_echo");
  expect(toolsOf(person.server.requests[1])).toContain("Echo: hi");
  expect(JSON.parse(list.stdout)).toEqual([]);
});

test("--mcp takes an address too", async () => {
  const url = await startEverything();
  const person = await personWithModel(calls("mcp_far_echo"));

  const answer = await hermes(person, ["-q", "Say hi", "--yolo", "--mcp", `far=${url}`]);

  expect(answer).toMatchObject({ code: 0, stdout: "Done.\n" });
  expect(toolsOf(person.server.requests[1])).toContain("Echo: hi");
});

test("--mcp that names nothing is told with what it has to be", async () => {
  const person = await personWithModel([{ text: "Done." }]);

  const answer = await hermes(person, ["-q", "Say hi", "--mcp", "npx -y server"]);

  expect(answer.stderr).toContain("name=command");
});
