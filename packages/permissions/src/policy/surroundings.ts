import type { Mount } from "../paths/mounts.ts";
import type { Places } from "../paths/places.ts";
import type { WrittenFiles } from "../untrusted/written-files.ts";
import type { ScriptSource } from "../command/scripts/script-files.ts";

/** Where commands run, as far as permissions must know. */
export interface BackendFacts {
  /** `local`, `docker`, … */
  readonly kind: string;
  /** Commands can't reach the machine that the agent runs on. */
  readonly isolated: boolean;
  /** Folders of that machine that can be reached all the same. */
  readonly mounts?: readonly Mount[] | undefined;
  /** Names of variables of that machine that commands are given; they may hold credentials. */
  readonly forwarded?: readonly string[] | undefined;
}

/** What a call is read against. */
export interface Surroundings {
  readonly places: Places;
  readonly backend: BackendFacts;
  /** Absolute path of what a call names, as the tools of this task see it. */
  readonly resolve: (path: string, taskId: string) => Promise<string>;
  /** What is known of the files that commands run, and since when this program's conversations go on. */
  readonly scripts?: ScriptSource | undefined;
  /** Which files came from elsewhere. Absent: that is not remembered. */
  readonly written?: WrittenFiles | undefined;
  /** What speaks against an address, as one sentence. */
  readonly checkUrl?: ((url: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}
