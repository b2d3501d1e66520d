import type { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import type { Runtime } from "../src/index.ts";
import { canary, forbiddenEffects, plantCanaries, stateOf } from "./support/forbidden-effects.ts";
import type { ForbiddenEffect } from "./support/forbidden-effects.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import { withIsolation } from "./support/with-isolation.ts";

/** A way in. Gives what came back, or undefined where the effect has no such form. */
interface Door {
  readonly name: string;
  attempt(effect: ForbiddenEffect): Promise<string> | undefined;
}

const approve = async () => ({ approved: true, scope: "session" }) as const;

/** Every door of one place. A person who says yes to everything stands behind each. */
function doorsOf(registry: ToolRegistry): readonly Door[] {
  let calls = 0;
  const send = async (tool: string, args: object, door = "chat"): Promise<string> => {
    calls += 1;
    const origin = { platform: "cli", entryPoint: door };
    const context = testContext({ callId: `c${calls}`, approve, origin, offered: new Set(registry.names()) });
    return (await registry.dispatch(tool, args, context)).content;
  };
  const terminal = (name: string, more: object): Door => ({
    name,
    attempt: ({ command }) => send("terminal", { command, ...more }),
  });
  return [
    {
      name: "file tool",
      attempt: ({ file }) => (file === undefined ? undefined : send(file.tool, file.args)),
    },
    {
      name: "tools call",
      attempt: ({ command, file }) => send(file?.tool ?? "terminal", file?.args ?? { command }, "tools-call"),
    },
    terminal("terminal", { timeout: 5 }),
    terminal("background", { background: true }),
    terminal("pseudo terminal", { pty: true, timeout: 5 }),
    {
      name: "script",
      attempt: ({ command, file }) =>
        send("execute_code", {
          code: callFromScript(file?.tool ?? "terminal", file?.args ?? { command }),
          language: "javascript",
          session: "door",
        }),
    },
  ];
}

function callFromScript(tool: string, args: object): string {
  return `import * as tools from "hermes-tools";
try {
  console.log(await tools[${JSON.stringify(tool)}](${JSON.stringify(args)}));
} catch (error) {
  console.log(error.message);
}`;
}

interface Attempted {
  readonly effect: string;
  readonly door: string;
  readonly verdict: string;
}

async function attemptAll(runtime: Runtime): Promise<readonly Attempted[]> {
  const rows: Attempted[] = [];
  const registry = await runtime.tools();
  const doors = doorsOf(registry);
  for (const effect of forbiddenEffects) {
    for (const door of doors) {
      const content = await door.attempt(effect);
      if (content !== undefined)
        rows.push({ effect: effect.name, door: door.name, verdict: verdictOf(content) });
    }
  }
  await registry.cleanup(testContext().taskId);
  return rows;
}

function verdictOf(content: string): string {
  if (content.includes(canary)) return "read";
  return content.includes("Nothing can allow this here.") ? "refused" : content.slice(0, 300);
}

test.for([
  ["ask", "prefer-jail"],
  ["yolo", "prefer-jail"],
  ["ask", "process"],
  ["yolo", "process"],
] as const)(
  "no forbidden effect passes any entry point in the mode %s with scripts at the level %s, with the same refusal at each",
  { timeout: 60_000 },
  async ([mode, isolation], context) => {
    if (isolation === "prefer-jail") needs(context, "bwrap");
    await using place = await temporaryPlace({ outsideOfScratch: true });
    await plantCanaries(place);
    await using runtime = await runtimeIn(place, {
      flags: { mode },
      loaded: withIsolation(await place.settings(), isolation),
    });
    // What the first start remembers of the machine is there before.
    await runtime.tools();
    const before = await stateOf(place);

    const rows = await attemptAll(runtime);

    expect(forbiddenEffects.length).toBeGreaterThanOrEqual(60);
    expect(rows.filter(({ verdict }) => verdict !== "refused")).toEqual([]);
    expect(await stateOf(place)).toEqual(before);
    const { decided } = await decisions(runtime);
    expect(decided).toEqual({ denied: rows.length });
  },
);

async function decisions(runtime: Runtime): Promise<{ readonly decided: Readonly<Record<string, number>> }> {
  const store = await runtime.existingStore();
  const decided: Record<string, number> = {};
  // That a script may run says nothing of what it calls.
  const entries = (store?.audit.list({ limit: 10_000 }) ?? []).filter(({ tool }) => tool !== "execute_code");
  for (const { decision } of entries) decided[decision] = (decided[decision] ?? 0) + 1;
  return { decided };
}

test.each([
  [["cat ~/.ssh/id_ed25519\n"]],
  [["cat ~/.ss", "h/id_ed25519\n"]],
  [["X=~/.ssh\n", "cat $X/id_ed25519\n"]],
  [["cd ~/.ssh\n", "cat id_ed25519\n"]],
])("what is typed into a process that runs is judged like a command: %j", async (pieces) => {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await plantCanaries(place);
  await using runtime = await runtimeIn(place, { flags: { mode: "yolo" } });
  const registry = await runtime.tools();
  const context = testContext({ approve });
  const started = await registry.dispatch("terminal", { command: "sh", background: true }, context);
  const { session_id: id }: { readonly session_id?: string } = JSON.parse(started.content);

  const answers: string[] = [];
  for (const [index, data] of pieces.entries()) {
    // It is the same process by either name of the argument.
    const args = { action: "write", [index === 0 ? "process_id" : "session_id"]: id, data };
    answers.push((await registry.dispatch("process", args, context)).content);
  }

  expect(answers.at(-1)).toContain("Nothing can allow this here");
  expect(answers.join("\n")).not.toContain(canary);
});
