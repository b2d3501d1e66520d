import { loadSettings } from "@hermes/config";
import { chooseSession, createRuntime, type Runtime } from "@hermes/runtime";
import type { SessionRecord, State } from "@hermes/state";
import { HermesError } from "@hermes/registry/errors";
import type { Host } from "../../host.ts";
import { showTimesIn } from "../../render/local-time.ts";
import { printRemark } from "../../render/print.ts";

/** The store as commands use it. Closed when it is disposed. */
export interface OpenStore extends AsyncDisposable {
  readonly runtime: Runtime;
  /** The home folder of Hermes. */
  readonly home: string;
  /** The store; undefined where nobody has said anything yet. */
  existing(): Promise<State | undefined>;
  /** @throws {HermesError} `CLI_NO_STORE` where nobody has said anything yet. */
  needed(): Promise<State>;
}

export async function openStore(host: Host): Promise<OpenStore> {
  const loaded = await loadSettings({ env: host.env });
  showTimesIn(loaded.settings.timezone);
  const onWarning = (message: string): void => printRemark(host, message);
  for (const warning of loaded.warnings) onWarning(warning);
  const runtime = createRuntime({ loaded, cwd: host.cwd, env: loaded.env, platform: "cli", onWarning });
  return {
    runtime,
    home: loaded.home,
    existing: () => runtime.existingStore(),
    async needed() {
      const state = await runtime.existingStore();
      if (state === undefined) throw noStore();
      return state;
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  };
}

/**
 * The session that a person means: an id, the beginning of one, a title or words of it, or `latest`.
 *
 * @throws {HermesError} `RUNTIME_NO_SESSION`, `RUNTIME_AMBIGUOUS_SESSION`, `STATE_AMBIGUOUS_ID`.
 */
export function findSession({ sessions }: State, wanted: string): SessionRecord {
  const id = chooseSession(sessions, wanted);
  const session = sessions.get(id);
  if (session === undefined) throw noStore();
  return session;
}

function noStore(): HermesError {
  return new HermesError("There are no conversations yet.", {
    code: "CLI_NO_STORE",
    hint: "Start one with: hermes",
  });
}
