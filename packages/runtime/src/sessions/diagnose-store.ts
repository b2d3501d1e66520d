import { statSync } from "node:fs";
import { HermesError } from "@hermes/registry";
import type { DamagedTable, State } from "@hermes/state";
import type { RuntimeParts } from "../runtime-parts.ts";
import type { Diagnosis } from "../runtime.ts";

const name = "store";

/** Whether the store opens, and whether every page of it can be read. */
export async function diagnoseStore(
  parts: RuntimeParts,
  signal: AbortSignal | undefined,
): Promise<readonly Diagnosis[]> {
  const state = await openExisting(parts);
  if (state === undefined)
    return [{ name, status: "ok", message: "will be made with the first conversation" }];
  if (!("checkPages" in state)) return [state];
  const damaged = await state.checkPages({ signal, thorough: true });
  if (damaged.length > 0) return await describeDamage(state, damaged);
  const query = (await state.kysely()).selectNoFrom(({ fn }) => fn<string>("sqlite_version").as("version"));
  const { version } = await query.executeTakeFirstOrThrow();
  const message = `${state.path} opens (SQLite ${version}), and every page of it is sound`;
  if (!state.readOnly) return [{ name, status: "ok", message }];
  const hint = "Conversations are not kept until it can be written.";
  return [{ name, status: "warning", message: `${message}, but it can only be read`, hint }];
}

/** A store that can't be opened needs to know, too, what there is to go back to. */
async function openExisting({
  existingState,
  storePath,
}: RuntimeParts): Promise<State | Diagnosis | undefined> {
  try {
    return await existingState();
  } catch (error) {
    if (!HermesError.is(error) || !beyondRepair.has(error.code)) throw error;
    return { name, status: "failed", message: error.message, hint: await wayBack(storePath) };
  }
}

const beyondRepair = new Set(["STATE_DAMAGED", "STATE_NOT_A_DATABASE", "STATE_FOREIGN"]);

async function describeDamage(state: State, damaged: readonly DamagedTable[]): Promise<readonly Diagnosis[]> {
  const lost = damaged.filter(({ derived }) => !derived);
  if (lost.length === 0) {
    const cure = state.readOnly ? "it is built anew when the store can be written" : "it is being built anew";
    return [
      {
        name,
        status: "failed",
        message: `The search index in ${state.path} is damaged. No message is lost: ${cure}.`,
        hint: "If it happens again, check the disk.",
      },
    ];
  }
  const parts = [...new Set(damaged.map(({ table }) => plainName(table)))];
  const words = [`${state.path} is damaged: ${parts.join(", ")}`, ...unreadable(state)].join("; ");
  const [line = ""] = lost[0]?.lines ?? [];
  const message = `${words}. The rest can be read. SQLite says: ${line}`;
  return [{ name, status: "failed", message, hint: await wayBack(state.path) }];
}

/** What stands in a table, in words for a person. */
const plainNames: Readonly<Record<string, string>> = {
  "": "the structure of the file",
  messages: "messages of conversations",
  sessions: "the list of conversations",
  histories: "what the model remembers of long conversations",
  session_heads: "what conversations were continued with",
  texts: "prompts and tool definitions",
  running_requests: "what was under way when a program ended",
  running_calls: "what was under way when a program ended",
  usage: "what calls cost",
  learnings: "learnings",
  audit: "the record of approvals",
  sandbox_runs: "calls made by scripts",
  sandbox_tool_calls: "calls made by scripts",
};

function plainName(table: string): string {
  return /^(message|session)_words/.test(table)
    ? "the search index"
    : (plainNames[table] ?? `the table "${table}"`);
}

const maxNamed = 3;

/** Which sessions can't be read to their end. */
function unreadable(state: State): readonly string[] {
  let sessions: readonly { readonly id: string; readonly title: string }[];
  try {
    sessions = state.sessions.list({ children: true, limit: Infinity });
  } catch {
    return ["the list of conversations can't be read"];
  }
  const broken = sessions.filter(({ id }) => !isReadable(state, id));
  if (broken.length === 0) return [];
  const named = broken.slice(0, maxNamed).map(({ id, title }) => (title === "" ? id : `"${title}" (${id})`));
  const more = broken.length > maxNamed ? `, and ${broken.length - maxNamed} more` : "";
  return [
    `${broken.length} of ${sessions.length} conversations can't be read whole: ${named.join(", ")}${more}`,
  ];
}

function isReadable(state: State, id: string): boolean {
  try {
    state.messages(id);
    return true;
  } catch {
    return false;
  }
}

async function wayBack(path: string): Promise<string> {
  const { snapshotsOf } = await import("@hermes/state");
  const newest = snapshotsOf(path).at(-1);
  const first = "Save what can be read: hermes sessions export --all --out FOLDER/.";
  if (newest === undefined)
    return `${first} There is no snapshot; hermes restore FILE puts a backup of yours in its place.`;
  const day = new Date(statSync(newest).mtimeMs).toISOString().slice(0, 16).replace("T", " ");
  return `${first} Then go back to the snapshot of ${day} UTC: hermes restore "${newest}" (hermes restore alone lists all).`;
}
