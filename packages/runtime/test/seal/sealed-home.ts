import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import type { Runtime, RuntimeOptions } from "../../src/index.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

/** What a model would write to be asked about nothing any more. */
export const allowsAll = 'rules:\n  "*": allow\n  finding(*): allow\n';
/** What the person wrote. */
export const ownRules = "rules:\n  file.read: allow\n";
/** Asked about, unless `allowsAll` counts. */
export const dangerous = "git reset --hard HEAD~1";

export async function sealedHome(place: TemporaryPlace, config?: string): Promise<void> {
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "permissions.yaml"), ownRules);
  if (config !== undefined) await writeFile(join(place.home, "config.yaml"), config);
}

export interface Session {
  readonly warnings: readonly string[];
  /** Questions, in their order: the commands, and `seal` with the diff for one about a change. */
  readonly asked: readonly string[];
  readonly requests: readonly ApprovalRequest[];
}

export interface SessionOptions {
  /** One call after another, in one turn. */
  readonly commands?: readonly string[];
  /** What the person says to a change; undefined: nobody can be asked, of calls either. */
  readonly takes?: "yes" | "no";
  readonly runtime?: Partial<RuntimeOptions>;
  /** While the session is open, after its turn. */
  readonly then?: (runtime: Runtime) => Promise<void>;
}

/** One session from the start of a program to its end. A person who is there allows each command. */
export async function session(
  place: TemporaryPlace,
  { commands = [], takes, runtime: more = {}, then }: SessionOptions = {},
): Promise<Session> {
  const requests: ApprovalRequest[] = [];
  const approver: Approver = async (request) => {
    requests.push(request);
    if (request.tool !== "hermes" || takes === "yes") return { approved: true, scope: "once" };
    return { approved: false, reason: "No." };
  };
  const model = scripted([
    ...commands.map((command) => ({ calls: [{ name: "terminal", arguments: { command } }] })),
    { text: "Done." },
  ]);
  const runtime = await runtimeIn(place, { model, approver: takes && approver, ...more });
  try {
    const opened = await runtime.openSession();
    await opened.agent.chat("Go on.");
    await then?.(runtime);
    await opened[Symbol.asyncDispose]();
  } finally {
    await runtime[Symbol.asyncDispose]();
  }
  const asked = requests.map(({ tool, summary, diff }) =>
    tool === "hermes" ? `seal ${diff ?? ""}` : summary,
  );
  return { warnings: runtime.warnings, asked, requests };
}

/** The rules that count for a program that starts now, and opens no session. */
export async function rulesNow(place: TemporaryPlace): Promise<readonly string[]> {
  const runtime = await runtimeIn(place);
  try {
    const { rules, findingRules, problems } = await (await runtime.permissions()).rules();
    return [...[...rules, ...findingRules].map(({ text }) => text), ...problems];
  } finally {
    await runtime[Symbol.asyncDispose]();
  }
}
