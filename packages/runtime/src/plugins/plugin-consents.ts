import { pluginDescription } from "@hermes/plugins/host";
import type { PluginDescription } from "@hermes/plugins/host";
import type { State } from "@hermes/state";

/** Which plug-in a consent is about. */
export interface PluginKey {
  /** The workspace that has its folder; empty for one of the home. */
  readonly project: string;
  readonly name: string;
}

/** What a person said about a plug-in. */
export interface PluginConsent {
  readonly allowed: boolean;
  readonly version: string;
  /** Of its files when they said it. */
  readonly digest: string;
  /** Its process runs in a jail or not at all. */
  readonly isHeld: boolean;
  /** Where it was installed from; empty: it was put there. */
  readonly source: string;
  /** What its module said of itself. Undefined: it was not asked. */
  readonly description: PluginDescription | undefined;
}

/** What a person has said about plug-ins, where no file of a project and no agent can say it. */
export interface PluginConsents {
  of(key: PluginKey): PluginConsent | undefined;
  keep(key: PluginKey, consent: PluginConsent): Promise<void>;
  /** As long as this program runs. */
  keepForNow(key: PluginKey, consent: PluginConsent): void;
  forget(key: PluginKey): Promise<void>;
}

/**
 * Consents of the store.
 *
 * @param existing What was there when the runtime looked; undefined: nobody has said anything yet.
 */
export function storedPluginConsents(
  existing: () => State | undefined,
  open: () => Promise<State>,
  now: () => number,
): PluginConsents {
  const ofRun = new Map<string, PluginConsent>();
  const idOf = ({ project, name }: PluginKey): string => JSON.stringify([project, name]);
  return {
    of(key) {
      const { project, name } = key;
      const [row] =
        existing()?.read((tables) =>
          tables.all("SELECT * FROM plugins WHERE project = ? AND name = ?", project, name),
        ) ?? [];
      return ofRun.get(idOf(key)) ?? (row && consentOf(row));
    },
    async keep(key, { allowed, version, digest, isHeld, source, description }) {
      ofRun.delete(idOf(key));
      const told = description === undefined ? "" : JSON.stringify(description);
      const [may, held] = [allowed ? 1 : 0, isHeld ? 1 : 0];
      (await open()).transaction((tables) =>
        tables.run(
          "INSERT OR REPLACE INTO plugins (project, name, version, digest, allowed, held, source, description, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          ...[key.project, key.name, version, digest, may, held, source, told, now()],
        ),
      );
    },
    keepForNow(key, consent) {
      ofRun.set(idOf(key), consent);
    },
    async forget(key) {
      ofRun.delete(idOf(key));
      (await open()).transaction((tables) =>
        tables.run("DELETE FROM plugins WHERE project = ? AND name = ?", key.project, key.name),
      );
    },
  };
}

function consentOf(row: Readonly<Record<string, unknown>>): PluginConsent {
  const text = String(row["description"]);
  // One that an older Hermes kept, and this one can't read: it is to be agreed to anew.
  const read = text === "" ? undefined : pluginDescription.safeParse(JSON.parse(text));
  return {
    ...{ allowed: row["allowed"] === 1, isHeld: row["held"] !== 0, description: read?.data },
    version: String(row["version"]),
    digest: String(row["digest"]),
    source: String(row["source"]),
  };
}
