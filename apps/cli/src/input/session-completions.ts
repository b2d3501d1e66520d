import type { ArgumentSource, ControllerPorts, SlashCommand } from "@hermes/agent-loop/controller";
import { countOf } from "../render/count-of.ts";
import type { CommandChoice, Completion, CompletionSources } from "./completion.ts";
import type { FileIndex } from "./file-index.ts";
import { listPaths } from "./list-paths.ts";
import { ranked } from "./rank.ts";

export interface SessionCompletionsOptions {
  readonly commands: readonly SlashCommand[];
  readonly ports: Pick<ControllerPorts, "skills" | "models" | "modes" | "personalities" | "sessions">;
  /** Of the session that is open now. */
  readonly sessionId: () => string | undefined;
  readonly files: FileIndex;
  /** Where paths begin. */
  readonly cwd: string;
}

/** The editor does it itself, so it is in no table of commands. */
const imageCommand: CommandChoice & Pick<SlashCommand, "completes" | "hint"> = {
  name: "image",
  hint: "<path>",
  summary: "Attach an image to the message that you write next.",
  completes: "paths",
};

const mostSessions = 50;

/** What can be typed in a session: its commands and skills with what stands behind them, files and paths. */
export function sessionCompletions(options: SessionCompletionsOptions): CompletionSources {
  const { ports, files, cwd } = options;
  const commands = [...options.commands, imageCommand];
  const words = new Set(commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const skills = kept(async () => (await ports.skills?.commands()) ?? []);
  const lists = argumentLists(options);
  return {
    // The commands are there at once; skills are read meanwhile.
    commands: () => [...commands, ...skills.now([]).filter(({ name }) => !words.has(name))],
    argumentsOf: async (word, typed) => {
      const command = commands.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
      if (command?.completes === "paths")
        return (await listPaths(typed, cwd)).map(({ path }) => ({ text: path, goesOn: path.endsWith("/") }));
      const found = await itemsOf(command?.completes, lists);
      return ranked(found, typed, ({ text, label }) => (label === undefined ? text : `${label} ${text}`));
    },
    files: async (typed, signal) => await files.search(typed, signal),
    paths: async (typed) => await listPaths(typed, cwd),
  };
}

/** What is looked up, by what commands call it. */
type Lists = Readonly<
  Record<Exclude<ArgumentSource & string, "paths">, () => Promise<readonly Completion[]>>
>;

async function itemsOf(
  source: Exclude<ArgumentSource, "paths"> | undefined,
  lists: Lists,
): Promise<readonly Completion[]> {
  if (source === undefined) return [];
  return typeof source === "string" ? await lists[source]() : source.map((text) => ({ text }));
}

function argumentLists({ commands, ports, sessionId }: SessionCompletionsOptions): Lists {
  const named = (
    all: readonly { readonly name: string; readonly summary: string }[],
  ): readonly Completion[] => all.map(({ name, summary }) => ({ text: name, summary }));
  const models = kept(async () => (await ports.models?.list()) ?? []);
  return {
    commands: async () => named(commands),
    skills: async () =>
      ((await ports.skills?.commands()) ?? []).map(({ name, summary }) => ({ text: `use ${name}`, summary })),
    modes: async () => named((await ports.modes?.list()) ?? []),
    models: async () =>
      (await models.soon()).map(({ model, provider }) => ({ text: model, summary: provider })),
    personalities: async () => [...named((await ports.personalities?.list()) ?? []), { text: "none" }],
    async efforts() {
      const id = sessionId();
      const used = id === undefined ? undefined : await ports.models?.current(id);
      return (used?.efforts ?? []).map((text) => ({ text }));
    },
    async sessions() {
      const all = (await ports.sessions?.list({ limit: mostSessions })) ?? [];
      return all.map(({ id, title, messageCount }) => ({
        text: id,
        label: title === "" ? id : title,
        summary: countOf(messageCount),
      }));
    },
  };
}

interface Kept<Value> {
  /** What was read so far; begins to read where nothing was. */
  now(otherwise: Value): Value;
  soon(): Promise<Value>;
}

/** Reads something when it is first wanted, and again where that failed. */
function kept<Value>(read: () => Promise<Value>): Kept<Value> {
  let value: { readonly read: Value } | undefined;
  let reading: Promise<Value> | undefined;
  const soon = (): Promise<Value> => {
    reading ??= read().then(
      (found) => {
        value = { read: found };
        return found;
      },
      (error: unknown) => {
        reading = undefined;
        throw error;
      },
    );
    return reading;
  };
  return {
    soon,
    now(otherwise) {
      // What can't be read is said by the command that needs it; a list is shorter without it.
      if (value === undefined) soon().catch(() => undefined);
      return value?.read ?? otherwise;
    },
  };
}
