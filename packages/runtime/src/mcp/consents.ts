import { definitionHash, definitionText } from "@hermes/mcp";
import type { McpToolFacts } from "@hermes/mcp";
import type { State } from "@hermes/state";
import type { NamedServer } from "./read-entries.ts";

/** A definition as it was agreed to. */
export interface PinnedDefinition {
  readonly hash: string;
  /** Its text, cut where it is long. */
  readonly definition: string;
}

/** What a person has said about servers, where no file of a project can say it. */
export interface Consents {
  /** Undefined: nobody was asked about this very entry. */
  of(server: NamedServer): boolean | undefined;
  /** Another process may have kept something. */
  readAnew(): void;
  keep(server: NamedServer, allowed: boolean): Promise<void>;
  /** The tools of an entry as they were first seen. */
  pins(server: NamedServer): ReadonlyMap<string, PinnedDefinition>;
  /** Keeps definitions of tools that have none yet; `anew`: of all. */
  pin(
    server: NamedServer,
    tools: readonly McpToolFacts[],
    options?: { readonly anew: boolean },
  ): Promise<void>;
}

/** Of what is kept of a definition, in characters. */
export const longestDefinition: number = 16_000;

/**
 * Consents of the store.
 *
 * @param existing What was there when the runtime looked; undefined: nobody has said anything yet.
 */
export function storedConsents(
  existing: () => State | undefined,
  open: () => Promise<State>,
  now: () => number,
): Consents {
  const pins = new Map<string, Map<string, PinnedDefinition>>();
  /** Of servers of this run, which leave nothing behind. */
  const ofRun = new Map<string, Map<string, PinnedDefinition>>();
  const answers = new Map<string, boolean | undefined>();
  const answerOf = ({ project, name, hash }: NamedServer): boolean | undefined => {
    const [row] =
      existing()?.read((tables) =>
        tables.all("SELECT entry, allowed FROM mcp_consents WHERE project = ? AND name = ?", project, name),
      ) ?? [];
    return row?.["entry"] === hash ? row["allowed"] === 1 : undefined;
  };
  const pinsOf = (server: NamedServer): Map<string, PinnedDefinition> => {
    const kept = server.source === "run" ? ofRun : pins;
    const known = kept.get(server.hash);
    if (known !== undefined) return known;
    const rows =
      server.source === "run"
        ? []
        : existing()?.read((tables) =>
            tables.all("SELECT tool, hash, definition FROM mcp_pins WHERE entry = ?", server.hash),
          );
    const read = new Map(
      (rows ?? []).map(({ tool, hash, definition }) => [
        String(tool),
        { hash: String(hash), definition: String(definition) },
      ]),
    );
    kept.set(server.hash, read);
    return read;
  };
  return {
    of(server) {
      if (server.source === "run") return true;
      if (!answers.has(server.hash)) answers.set(server.hash, answerOf(server));
      return answers.get(server.hash);
    },
    readAnew() {
      answers.clear();
      pins.clear();
    },
    async keep({ project, name, hash }, allowed) {
      answers.set(hash, allowed);
      (await open()).transaction((tables) =>
        tables.run(
          "INSERT OR REPLACE INTO mcp_consents (project, name, entry, allowed, at) VALUES (?, ?, ?, ?, ?)",
          ...[project, name, hash, allowed ? 1 : 0, now()],
        ),
      );
    },
    pins: pinsOf,
    async pin(server, tools, { anew } = { anew: false }) {
      const known = pinsOf(server);
      const fresh = tools.filter(({ name }) => anew || !known.has(name));
      if (fresh.length === 0) return;
      for (const tool of fresh)
        known.set(tool.name, {
          hash: definitionHash(tool),
          definition: definitionText(tool).slice(0, longestDefinition),
        });
      if (server.source === "run") return;
      const state = await open();
      if (state.readOnly) return;
      state.transaction((tables) => {
        for (const { name } of fresh) {
          const { hash, definition } = known.get(name) ?? { hash: "", definition: "" };
          tables.run(
            "INSERT OR REPLACE INTO mcp_pins (entry, tool, hash, definition) VALUES (?, ?, ?, ?)",
            ...[server.hash, name, hash, definition],
          );
        }
      });
    },
  };
}
