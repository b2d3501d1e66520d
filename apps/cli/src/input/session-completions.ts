import { busyModes } from "@hermes/agent-loop/controller";
import type { ControllerPorts, KeptSession, SlashCommand } from "@hermes/agent-loop/controller";
import { countOf } from "../render/count-of.ts";
import type { CommandChoice, Completion, CompletionSources } from "./completion.ts";
import type { FileIndex } from "./file-index.ts";
import { listPaths } from "./list-paths.ts";
import { ranked } from "./rank.ts";

export interface SessionCompletionsOptions {
  readonly commands: readonly SlashCommand[];
  readonly ports: Pick<ControllerPorts, "skills" | "models" | "modes">;
  /** Of the session that is open now. */
  readonly sessionId: () => string | undefined;
  readonly sessions: () => Promise<readonly Pick<KeptSession, "id" | "title" | "messageCount">[]>;
  readonly files: FileIndex;
  /** Where paths begin. */
  readonly cwd: string;
}

/** What can be typed in a session: its commands and skills with what stands behind them, files and paths. */
export function sessionCompletions(options: SessionCompletionsOptions): CompletionSources {
  const { commands, ports, files, cwd } = options;
  const skills = kept(async () => (await ports.skills?.commands()) ?? []);
  const sources = argumentSources(options);
  return {
    commands: () => {
      // The commands are there at once; skills are read meanwhile.
      const words = new Set(commands.flatMap(({ name, aliases }) => [name, ...aliases]));
      return [...commands, ...skills.now([]).filter(({ name }) => !words.has(name))];
    },
    argumentsOf: async (command, typed) => {
      const name = commands.find((each) => each.name === command || each.aliases.includes(command))?.name;
      return ranked(
        (await sources[name ?? ""]?.(typed)) ?? [],
        typed,
        ({ text, label }) => `${text} ${label ?? ""}`,
      );
    },
    files: async (typed, signal) => await files.search(typed, signal),
    paths: async (typed) => await listPaths(typed, cwd),
  };
}

type ArgumentSource = (typed: string) => Promise<readonly Completion[]> | readonly Completion[];

function argumentSources({
  ports,
  sessionId,
  sessions,
}: SessionCompletionsOptions): Readonly<Record<string, ArgumentSource>> {
  const models = kept(async () => (await ports.models?.list()) ?? []);
  const bySession = async (): Promise<readonly Completion[]> =>
    (await sessions()).map(({ id, title, messageCount }) => ({
      text: id,
      label: title === "" ? id : title,
      summary: countOf(messageCount),
    }));
  return {
    model: async () =>
      (await models.soon()).map(({ model, provider }) => ({ text: model, summary: provider })),
    mode: async () =>
      ((await ports.modes?.list()) ?? []).map(({ name, summary }) => ({ text: name, summary })),
    effort: async () => {
      const id = sessionId();
      const used = id === undefined ? undefined : await ports.models?.current(id);
      return (used?.efforts ?? []).map((text) => ({ text }));
    },
    busy: () => busyModes.map((text) => ({ text })),
    resume: bySession,
    skills: async () => {
      const all: readonly CommandChoice[] = (await ports.skills?.commands()) ?? [];
      return all.map(({ name, summary }) => ({ text: `use ${name}`, summary }));
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
