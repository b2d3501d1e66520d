import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newSession, openEditor, say } from "./support/acp-editor.ts";
import { hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { madePng } from "./support/made-png.ts";
import { oddServer } from "./support/mcp.ts";
import { personWithModel } from "./support/scripted-person.ts";

const waiting = { timeout: 30_000, interval: 20 };
const limits = { timeout: 60_000 };

/** It is asked about, and leaves a trace. */
const risky = { name: "terminal", arguments: { command: "git push --force 2>&1; echo pushed >> ledger" } };

const wasPushed = ({ project }: Fixture): boolean => existsSync(join(project, "ledger"));

test("a change is shown before it is asked about, and told as it was made", limits, async () => {
  const change = { path: ".git/hooks/pre-push", content: "new\n" };
  const person = await personWithModel([
    { text: "I change it.", calls: [{ id: "c1", name: "write_file", arguments: change }] },
    { text: "Done." },
  ]);
  mkdirSync(join(person.project, ".git", "hooks"), { recursive: true });
  const path = join(person.project, change.path);
  const seen: unknown[] = [];
  const editor = await openEditor(person, {
    permit: ({ toolCall: { toolCallId } }) => {
      seen.push(
        editor.updates.findLast((update) => "toolCallId" in update && update.toolCallId === toolCallId),
      );
      return "once";
    },
  });
  const id = await newSession(editor, person.project);

  const stopReason = await say(editor, id, "Change it");

  expect(stopReason).toBe("end_turn");
  expect(editor.said()).toBe("I change it.Done.");
  const content = [{ type: "diff", path, oldText: null, newText: "new" }, { type: "content" }];
  expect(seen).toMatchObject([{ status: "pending", content }]);
  expect(editor.asked).toMatchObject([
    { sessionId: id, toolCall: { toolCallId: "c1", kind: "edit", content } },
  ]);
  const options = editor.asked[0]?.options.map(({ optionId, kind }) => `${optionId} ${kind}`);
  expect(options?.slice(0, 2)).toEqual(["once allow_once", "session allow_always"]);
  expect(options?.slice(-2)).toEqual(["no reject_once", "never reject_always"]);
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({
    toolCallId: "c1",
    status: "completed",
    content: [{ type: "diff", path, newText: "new" }],
  });
  expect(readFileSync(path, "utf8")).toBe("new\n");
  expect((await editor.leave()).code).toBe(0);
});

test.each(["no", "never"])("after %j nothing is run, and the model is told", limits, async (answer) => {
  const person = await personWithModel([
    { calls: [{ id: "c1", ...risky }] },
    { calls: [{ id: "c2", ...risky }] },
    { text: "I leave it." },
  ]);
  const editor = await openEditor(person, { permit: () => answer });
  const id = await newSession(editor, person.project);

  expect(await say(editor, id, "Push it")).toBe("end_turn");

  expect(editor.asked).toHaveLength(answer === "never" ? 1 : 2);
  expect(editor.of("tool_call_update").filter(({ status }) => status === "failed")).toHaveLength(2);
  expect(wasPushed(person)).toBe(false);
  await editor.leave();
});

test("cancelling ends a turn that waits for an answer", limits, async () => {
  const person = await personWithModel([{ calls: [{ id: "c1", ...risky }] }, { text: "As you say." }]);
  const editor = await openEditor(person, { permit: async () => await new Promise<string>(() => undefined) });
  const id = await newSession(editor, person.project);

  const answered = say(editor, id, "Push it");
  await vi.waitFor(() => expect(editor.asked).toHaveLength(1), waiting);
  await editor.agent.notify("session/cancel", { sessionId: id });

  expect(await answered).toBe("cancelled");
  expect(wasPushed(person)).toBe(false);
  expect(await say(editor, id, "Leave it")).toBe("end_turn");
  await editor.leave();
});

test("an editor that goes away while it is asked has said no", limits, async () => {
  const person = await personWithModel([{ calls: [{ id: "c1", ...risky }] }]);
  const editor = await openEditor(person, { permit: async () => await new Promise<string>(() => undefined) });
  const id = await newSession(editor, person.project);

  say(editor, id, "Push it").catch(() => undefined);
  await vi.waitFor(() => expect(editor.asked).toHaveLength(1), waiting);
  const { code } = await editor.leave();

  expect(code).toBe(0);
  expect(wasPushed(person)).toBe(false);
});

test("sessions are listed, loaded with what was said, closed and deleted", limits, async () => {
  const todos = [
    { id: "1", content: "Look", status: "completed" },
    { id: "2", content: "Tell", status: "in_progress" },
  ];
  const person = await personWithModel([
    { text: "I plan.", calls: [{ id: "c1", name: "todo", arguments: { todos } }] },
    { text: "Hello." },
    { text: "Again." },
  ]);
  const first = await openEditor(person);
  const id = await newSession(first, person.project);
  await say(first, id, "Hi there");
  expect(first.of("plan").at(-1)?.entries).toEqual([
    { content: "Look", status: "completed", priority: "medium" },
    { content: "Tell", status: "in_progress", priority: "medium" },
  ]);
  expect(first.of("usage_update").at(-1)?.used).toBeGreaterThan(0);
  expect(first.of("session_info_update").at(-1)?.title).toBe("Hi there");
  await first.agent.request("session/close", { sessionId: id });
  await first.leave();

  const second = await openEditor(person);
  const { sessions } = await second.agent.request("session/list", { cwd: person.project });
  expect(sessions).toMatchObject([{ sessionId: id, cwd: person.project, title: "Hi there" }]);
  const loaded = { sessionId: id, cwd: person.project, mcpServers: [] };
  await second.agent.request("session/load", loaded);
  const kinds = second.updates.map(({ sessionUpdate }) => sessionUpdate);
  expect(kinds.filter((kind) => kind !== "available_commands_update")).toEqual([
    ...[
      "user_message_chunk",
      "agent_message_chunk",
      "tool_call",
      "tool_call_update",
      "agent_message_chunk",
      "plan",
    ],
  ]);
  await second.agent.request("session/resume", loaded);
  expect(await say(second, id, "And now?")).toBe("end_turn");
  expect(second.said()).toContain("Again.");

  await second.agent.request("session/delete", { sessionId: id });
  expect(await second.agent.request("session/list", {})).toEqual({ sessions: [] });
  await expect(second.agent.request("session/load", loaded)).rejects.toMatchObject({ code: -32002 });
  await second.leave();
});

test("modes, models and commands are offered, and hold for the session", limits, async () => {
  const person = await personWithModel([{ calls: [{ id: "c1", ...risky }] }, { text: "Done." }]);
  const editor = await openEditor(person);
  const { sessionId, modes, configOptions } = await editor.agent.request("session/new", {
    cwd: person.project,
    mcpServers: [],
  });
  expect(modes?.currentModeId).toBe("ask");
  expect(configOptions).toMatchObject([
    { id: "mode", category: "mode", currentValue: "ask" },
    { id: "model", category: "model", currentValue: "custom/scripted", options: [{ name: "scripted" }] },
    { id: "effort", category: "thought_level", currentValue: "default" },
  ]);
  await vi.waitFor(() => expect(editor.of("available_commands_update")).toHaveLength(1), waiting);
  const names = editor.of("available_commands_update")[0]?.availableCommands.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["model", "mode", "compress", "steer", "help"]));
  expect(names).not.toContain("new");

  await expect(
    editor.agent.request("session/set_mode", { sessionId, modeId: "no-such" }),
  ).rejects.toMatchObject({ code: -32602 });
  await editor.agent.request("session/set_mode", { sessionId, modeId: "yolo" });
  expect(editor.of("config_option_update").at(-1)?.configOptions[0]).toMatchObject({ currentValue: "yolo" });
  const { configOptions: now } = await editor.agent.request("session/set_config_option", {
    sessionId,
    configId: "model",
    value: "custom/scripted",
  });
  expect(now[0]).toMatchObject({ id: "mode", currentValue: "yolo" });
  expect(now[1]).toMatchObject({ id: "model", currentValue: "custom/scripted" });
  const ask = { sessionId, configId: "mode" } as const;
  await editor.agent.request("session/set_config_option", { ...ask, value: "ask" });
  expect(editor.of("current_mode_update").at(-1)?.currentModeId).toBe("ask");
  await editor.agent.request("session/set_config_option", { ...ask, value: "yolo" });
  expect(await say(editor, sessionId, "Push it")).toBe("end_turn");
  expect(editor.asked).toEqual([]);
  expect(wasPushed(person)).toBe(true);

  expect(await say(editor, sessionId, "/mode plan")).toBe("end_turn");
  expect(editor.of("current_mode_update").at(-1)?.currentModeId).toBe("plan");
  expect(await say(editor, sessionId, "/no-such")).toBe("end_turn");
  expect(editor.said()).toContain("There is no command /no-such.");
  await editor.leave();
});

test("pictures, texts and links reach the model", limits, async () => {
  const person = await personWithModel([{ text: "I see." }]);
  writeFileSync(join(person.project, "b.txt"), "linked words\n");
  const editor = await openEditor(person);
  const sessionId = await newSession(editor, person.project);

  const { stopReason } = await editor.agent.request("session/prompt", {
    sessionId,
    prompt: [
      { type: "text", text: "Look at " },
      { type: "resource_link", uri: `file://${person.project}/b.txt`, name: "b.txt" },
      { type: "image", mimeType: "image/png", data: madePng(4, 4).toString("base64") },
      { type: "resource", resource: { uri: "file:///else/c.txt", text: "embedded words" } },
    ],
  });

  expect(stopReason).toBe("end_turn");
  const sent = JSON.stringify(person.server.requests.at(-1)?.body);
  expect(sent).toContain("linked words");
  expect(sent).toContain("embedded words");
  expect(sent).toContain("data:image/png;base64,");
  await editor.leave();
});

test("a question is a form where the editor has forms", limits, async () => {
  const question = { question: "Which one?", choices: ["red", "blue"] };
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "clarify", arguments: question }] },
    { text: "Blue it is." },
  ]);
  const forms: unknown[] = [];
  const editor = await openEditor(person, {
    can: { elicitation: { form: {} } },
    elicit(request) {
      forms.push(request);
      return { action: "accept", content: { choice: "blue" } };
    },
  });
  const sessionId = await newSession(editor, person.project);

  expect(await say(editor, sessionId, "Choose")).toBe("end_turn");

  expect(forms).toMatchObject([{ mode: "form", sessionId, message: "Which one?" }]);
  expect(JSON.stringify(person.server.requests.at(-1)?.body)).toContain("blue");
  await editor.leave();
});

test("what is not saved is read from the editor, and what is written is told to it", limits, async () => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "read_file", arguments: { path: "a.txt" } }] },
    { calls: [{ id: "c2", name: "write_file", arguments: { path: "a.txt", content: "three\n" } }] },
    { text: "Done." },
  ]);
  const file = join(person.project, "a.txt");
  writeFileSync(file, "saved\n");
  const unsaved = new Map([[file, "not saved yet\n"]]);
  const editor = await openEditor(person, {
    unsaved,
    can: { fs: { readTextFile: true, writeTextFile: true } },
  });
  const sessionId = await newSession(editor, person.project);

  expect(await say(editor, sessionId, "Change it")).toBe("end_turn");

  expect(JSON.stringify(person.server.requests[1]?.body)).toContain("not saved yet");
  expect(unsaved.get(file)).toBe("three\n");
  expect(readFileSync(file, "utf8")).toBe("three\n");
  await editor.leave();
});

test("servers of the editor give tools to its session", limits, async () => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "mcp_the_notes_echo", arguments: { message: "said by the server" } }] },
    { text: "Read." },
  ]);
  const editor = await openEditor(person);
  const [command = "", ...args] = oddServer("plain");
  const { sessionId } = await editor.agent.request("session/new", {
    cwd: person.project,
    mcpServers: [{ name: "the notes", command, args: [...args], env: [] }],
  });

  expect(await say(editor, sessionId, "Ask it")).toBe("end_turn");

  expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "completed" });
  expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("said by the server");
  await editor.leave();
});

test("without a model the editor is told what to do, and goes on once it is set up", limits, async () => {
  const person = newPerson();
  const editor = await openEditor(person, { can: { auth: { terminal: true } } });
  const session = { cwd: person.project, mcpServers: [] };

  await expect(editor.agent.request("session/new", session)).rejects.toMatchObject({ code: -32000 });
  await expect(editor.agent.request("authenticate", { methodId: "home" })).rejects.toMatchObject({
    code: -32000,
  });
  const { server } = await personWithModel([{ text: "Hello." }]);
  const model = `model:\n  provider: custom\n  default: scripted\n  base_url: ${server.openaiUrl}\n`;
  mkdirSync(person.home, { recursive: true });
  writeFileSync(join(person.home, "config.yaml"), model);

  await editor.agent.request("authenticate", { methodId: "home" });
  const id = await newSession(editor, person.project);
  expect(await say(editor, id, "Hi")).toBe("end_turn");
  await editor.leave();
});

test("a failure of the model is an error with what to do, and the session goes on", limits, async () => {
  const person = await personWithModel([
    { status: 400, body: { error: { message: "no such thing" } } },
    { status: 401, body: { error: { message: "no such key" } } },
    { text: "Hello." },
  ]);
  const editor = await openEditor(person);
  const id = await newSession(editor, person.project);

  await expect(say(editor, id, "Hi")).rejects.toThrow("no such thing");
  await expect(say(editor, id, "Hi")).rejects.toMatchObject({ code: -32000 });
  expect(await say(editor, id, "Again")).toBe("end_turn");
  await editor.leave();
});

test("--help says what it is", async () => {
  const { code, stdout } = await hermes(newPerson(), ["acp", "--help"]);

  expect(code).toBe(0);
  expect(stdout).toContain("Agent Client Protocol");
});
