import { RequestError } from "@agentclientprotocol/sdk";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newSession, openEditor, say } from "./support/acp-editor.ts";
import { personWithModel } from "./support/scripted-person.ts";
import type { ScriptedPerson } from "./support/scripted-person.ts";

const waiting = { timeout: 30_000, interval: 20 };
const limits = { timeout: 60_000 };
const can = { terminal: true };

const command = (id: string, text: string, more: object = {}) => ({
  calls: [{ id, name: "terminal", arguments: { command: text, ...more } }],
});

const toldModel = ({ server }: ScriptedPerson): string => JSON.stringify(server.requests.at(-1)?.body);

test(
  "a command that nothing holds runs in a terminal of the editor, and the next one goes on from it",
  limits,
  async () => {
    const person = await personWithModel([
      command("c1", "mkdir sub; cd sub; export OWN='it is kept'; echo one; cat"),
      command("c2", 'pwd; echo "$OWN, ${OF_THE_EDITOR-nothing else}"; exit 3'),
      { text: "Done." },
    ]);
    const editor = await openEditor(person, { can });
    const id = await newSession(editor, person.project);

    expect(await say(editor, id, "Run it")).toBe("end_turn");

    const { terminals } = editor;
    expect(terminals.created).toMatchObject([
      { sessionId: id, cwd: person.project },
      { sessionId: id, cwd: join(person.project, "sub") },
    ]);
    const shown = [{ type: "terminal", terminalId: "terminal-1" }];
    const updates = editor.of("tool_call_update").filter(({ toolCallId }) => toolCallId === "c1");
    expect(updates).toContainEqual(expect.objectContaining({ content: shown }));
    expect(updates.at(-1)).toMatchObject({
      status: "completed",
      content: shown,
      rawOutput: { output: "one\n" },
    });
    expect(toldModel(person)).toContain(`${person.project}/sub`);
    expect(toldModel(person)).toContain("it is kept, nothing else");
    expect(toldModel(person)).toContain(String.raw`\"exit_code\":3`);
    expect(terminals.killed).toEqual([]);
    await vi.waitFor(() => expect(terminals.released).toEqual(["terminal-1", "terminal-2"]), waiting);
    await editor.leave();
  },
);

test("cancelling ends what runs in a terminal of the editor", limits, async () => {
  const person = await personWithModel([command("c1", "echo $$ > pid; sleep 600; echo over > over")]);
  const editor = await openEditor(person, { can });
  const id = await newSession(editor, person.project);

  const answered = say(editor, id, "Run it");
  await vi.waitFor(() => expect(existsSync(join(person.project, "pid"))).toBe(true), waiting);
  await editor.agent.notify("session/cancel", { sessionId: id });

  expect(await answered).toBe("cancelled");
  expect(editor.of("tool_call_update").at(-1)).toMatchObject({
    status: "failed",
    content: [{ type: "terminal", terminalId: "terminal-1" }, { type: "content" }],
  });
  expect(editor.terminals.killed).toEqual(["terminal-1"]);
  await vi.waitFor(() => expect(editor.terminals.released).toEqual(["terminal-1"]), waiting);
  expect(existsSync(join(person.project, "over"))).toBe(false);
  await editor.leave();
});

test(
  "a command with a time limit is ended in the terminal too, and what it wrote is told",
  limits,
  async () => {
    const person = await personWithModel([
      command("c1", "echo begun; sleep 600", { timeout: 1 }),
      { text: "Slow." },
    ]);
    const editor = await openEditor(person, { can });
    const id = await newSession(editor, person.project);

    expect(await say(editor, id, "Run it")).toBe("end_turn");

    expect(editor.terminals.killed).toEqual(["terminal-1"]);
    expect(toldModel(person)).toContain("begun");
    expect(toldModel(person)).toContain(String.raw`\"exit_code\":124`);
    await editor.leave();
  },
);

test(
  "an editor without a terminal to give leaves the command to Hermes; one whose person says no does not",
  limits,
  async () => {
    const person = await personWithModel([
      command("c1", "echo done > first"),
      command("c2", "echo done > second"),
      { text: "So be it." },
    ]);
    const editor = await openEditor(person, { can });
    const id = await newSession(editor, person.project);
    editor.terminals.fails = RequestError.methodNotFound("terminal/create");
    const answered = say(editor, id, "Run both");
    await vi.waitFor(() => expect(editor.terminals.created).toHaveLength(1), waiting);
    editor.terminals.fails = new Error("Permission denied for terminal/create");

    expect(await answered).toBe("end_turn");

    expect(existsSync(join(person.project, "first"))).toBe(true);
    expect(existsSync(join(person.project, "second"))).toBe(false);
    expect(toldModel(person)).toContain(
      "The editor did not let Hermes run a command in its terminal: Permission denied",
    );
    await editor.leave();
  },
);

test("files that the person refuses in the editor are neither read nor written", limits, async () => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "read_file", arguments: { path: "a.txt" } }] },
    { calls: [{ id: "c2", name: "write_file", arguments: { path: "b.txt", content: "three\n" } }] },
    { text: "So be it." },
  ]);
  writeFileSync(join(person.project, "a.txt"), "not for everybody\n");
  const editor = await openEditor(person, {
    can: { fs: { readTextFile: true, writeTextFile: true } },
    refuses: new Error("Permission denied for a file"),
  });
  const id = await newSession(editor, person.project);

  expect(await say(editor, id, "Change it")).toBe("end_turn");

  expect(toldModel(person)).not.toContain("not for everybody");
  expect(existsSync(join(person.project, "b.txt"))).toBe(false);
  await editor.leave();
});
