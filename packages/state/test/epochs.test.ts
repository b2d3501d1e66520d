import { join } from "node:path";
import { Agent, defineTool, z } from "@hermes/agent-loop";
import type { AgentOptions, SessionJournal, Tool } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { expect, test } from "vitest";
import { openState, type State } from "../src/index.ts";
import { assistant, entry, head, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

const epoch = {
  type: "head",
  system: "You are v2 of sesame-oil-4711.",
  tools: [{ name: "write", description: "Writes.", parameters: { type: "object" } }],
  model: "another",
  at: 5,
} as const;

function tool(name: string): Tool {
  return defineTool({
    name,
    toolset: "test",
    description: `Does ${name}.`,
    input: z.object({}),
    execute: async () => "done",
  });
}

/** A process that can write so many entries. */
function mortal(inner: SessionJournal, entries: number): SessionJournal & { readonly left: () => number } {
  let left = entries;
  return {
    ...inner,
    append(sessionId, each, token) {
      if (left-- <= 0) throw new Error("dead");
      return inner.append(sessionId, each, token);
    },
    left: () => left,
  };
}

/** A turn of version one that waits for a yes to a call of a tool that version two has not. */
async function begun(path: string): Promise<void> {
  await using state = openState({ path });
  const model = scripted([
    {
      calls: [
        { id: "c1", name: "old" },
        { id: "c2", name: "kept" },
      ],
    },
  ]);
  const tools = [tool("old"), tool("kept")];
  await using agent = new Agent({ ...base(state), model, tools, prompt: "You are v1." });
  for await (const _ of agent.run("go"));
}

function base(state: State): Pick<AgentOptions, "journal" | "sessionId" | "approvals" | "approver"> {
  return {
    ...{ journal: state.journal, sessionId: "s1", approvals: state.approvals },
    approver: async () => ({ pending: true }),
  };
}

test("wherever a process dies that adopts another head, the session has one head or the other, and the next one adopts it", async () => {
  const heads: (readonly unknown[])[] = [];
  for (let entries = 0; ; entries++) {
    const path = join(tempFolder(), "hermes.db");
    // oxlint-disable-next-line no-await-in-loop -- one death after another
    await begun(path);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { system, tools, isOver } = await adopt(path, entries);
    heads.push([system, ...tools]);
    if (isOver) break;
  }

  expect(heads.length).toBeGreaterThan(4);
  expect(heads[0]).toEqual(["You are v1.", "kept", "old"]);
  expect(heads.slice(1).every((each) => each.join() === "You are v2.,kept,new")).toBe(true);
});

async function adopt(
  path: string,
  entries: number,
): Promise<{ readonly system: string; readonly tools: readonly string[]; readonly isOver: boolean }> {
  const next = { tools: [tool("kept"), tool("new")], prompt: "You are v2.", onChangedHead: "adopt" } as const;
  const model = scripted(() => ({ text: "Done." }));
  const dying = openState({ path });
  const journal = mortal(dying.journal, entries);
  const first = new Agent({ ...base(dying), ...next, model, journal });
  const died = await outcomeOf(first.chat("and now?"));
  const found = dying.journal.load("s1");
  // The lease of the dead is let go of; the rest is as the death left it.
  await first.close();
  dying.close();

  await using state = openState({ path });
  await using second = new Agent({ ...base(state), ...next, model });
  await second.open();
  expect(await second.chat("go on")).toBe("Done.");
  expect(second.head?.system).toBe("You are v2.");
  expectValid(second.messages);
  expect(state.approvals.list({ status: "open" })).toEqual([]);
  return {
    system: found?.head.system ?? "",
    tools: found?.head.tools.map(({ name }) => name) ?? [],
    isOver: died === "Done.",
  };
}

async function outcomeOf(text: Promise<string>): Promise<string> {
  try {
    return await text;
  } catch {
    return "died";
  }
}

function expectValid(messages: readonly Message[]): void {
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  expect(results).toEqual(["c1", "c2"]);
}

test("the prompts of epochs are redacted, and go with their session", async () => {
  const path = join(tempFolder(), "hermes.db");
  await using state = openState({ path });
  state.journal.create(head("a"));
  state.journal.create(head("b"));
  state.journal.append("a", epoch);
  state.journal.append("b", { ...epoch, system: "Of b alone." });

  await state.redact("sesame-oil-4711");
  expect(state.journal.load("a")?.head.system).not.toContain("sesame");
  expect(state.journal.load("a")?.head.tools).toEqual(epoch.tools);
  state.sessions.delete("b");

  const texts = await (await state.kysely()).selectFrom("texts").select("body").execute();
  expect(texts.map(({ body }) => body).join()).not.toContain("Of b alone.");
  expect(texts.map(({ body }) => body)).toContain(JSON.stringify(epoch.tools));
  state.sessions.delete("a");
  expect(await (await state.kysely()).selectFrom("session_heads").selectAll().execute()).toEqual([]);
});

test("a backup and an export have the head that a session goes on with", async () => {
  const [folder, path] = [tempFolder(), join(tempFolder(), "hermes.db")];
  await using state = openState({ path });
  state.journal.create(head("a"));
  state.journal.append("a", entry(user("hello")));
  state.journal.append("a", epoch);

  await state.backup(join(folder, "copy.db"));
  const [meta = ""] = state.exportSession("a", "jsonl").split("\n");

  await using copy = openState({ path: join(folder, "copy.db") });
  expect(copy.journal.load("a")?.head).toMatchObject({ system: epoch.system, tools: epoch.tools });
  expect(JSON.parse(meta)).toMatchObject({ role: "session_meta", system: epoch.system });
});

test("of what a session begins with there is all or nothing, and all of it is found", async () => {
  await using state = openState({ path: join(tempFolder(), "hermes.db") });
  const broken = { role: "user", content: [{ type: "text", text: "x" }], notes: [1n] } as unknown as Message;

  expect(() => state.journal.create(head("a"), [user("one"), broken])).toThrow();
  expect(state.journal.load("a")).toBeUndefined();
  state.journal.create(head("a"), [user("a harbour"), assistant("a lighthouse")]);

  expect(state.sessions.get("a")).toMatchObject({ messageCount: 2, title: "a harbour" });
  expect(state.search("lighthouse").sessions.map(({ session }) => session.id)).toEqual(["a"]);
});
