import { expect, test } from "vitest";
import { newSession, openEditor, say } from "./support/acp-editor.ts";
import { newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const limits = { timeout: 120_000 };

test("a session in which nothing was said goes on under its id", limits, async () => {
  const person = await personWithModel([{ text: "Hello." }]);
  const editor = await openEditor(person);
  const sessionId = await newSession(editor, person.project);
  const again = { sessionId, cwd: person.project, mcpServers: [] };

  await editor.agent.request("session/load", again);
  await editor.agent.request("session/resume", again);

  expect(await say(editor, sessionId, "Hi")).toBe("end_turn");
  expect(editor.said()).toBe("Hello.");
  await editor.agent.request("session/load", again);
  expect(editor.of("user_message_chunk")).toMatchObject([{ content: { text: "Hi" } }]);
  await editor.leave();
});

test("what is not offered is refused in the words of the protocol", limits, async () => {
  const person = await personWithModel([]);
  const editor = await openEditor(person);
  const sessionId = await newSession(editor, person.project);
  const { agent } = editor;
  const audio = { type: "audio", mimeType: "audio/wav", data: "" } as const;

  await expect(agent.request("logout", {})).rejects.toMatchObject({ code: -32601 });
  const prompts = [[], [audio]].map((prompt) => agent.request("session/prompt", { sessionId, prompt }));
  for (const { status, ...result } of await Promise.allSettled(prompts))
    expect([status, result]).toMatchObject(["rejected", { reason: { code: -32602 } }]);
  await expect(say(editor, "no-such", "Hi")).rejects.toMatchObject({ code: -32002 });
  await editor.leave();
});

test.skipIf(!hasTerminals)(
  "--setup sets Hermes up at a terminal (needs `script` of util-linux)",
  limits,
  async () => {
    const person = newPerson();
    const terminal = openTestTerminal(person, ["acp", "--setup"]);

    await terminal.shows("provider");
    terminal.type("\u0003");

    expect(await terminal.exitCode).not.toBe(0);
  },
);
