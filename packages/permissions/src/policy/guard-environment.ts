import type { Mount, Places, ScriptSource } from "@hermes/command-safety";
import type { WrittenFiles } from "../untrusted/written-files.ts";
import type { Wall } from "./wall.ts";

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

/** Where calls run: what the guard needs to know to analyze them. */
export interface GuardEnvironment {
  readonly places: Places;
  readonly backend: BackendFacts;
  /** Absolute path of what a call names, as the tools of this task see it. */
  readonly resolve: (path: string, taskId: string) => Promise<string>;
  /** What is known of the files that commands run, and which of them are the agent's work. */
  readonly scripts?: ScriptSource | undefined;
  /** `PATH`: where programs are found when an approval is bound to them, and git when it is asked what a push holds. */
  readonly searchPath?: string | undefined;
  /**
   * How commands are read. `closed`, for a machine on which no jail holds them: what is not known for sure is asked about.
   * @default "open"
   */
  readonly reading?: "open" | "closed" | undefined;
  /** Which files came from elsewhere. Absent: that is not remembered. */
  readonly written?: WrittenFiles | undefined;
  /** What holds commands here, as tools say that they are held. Absent: nothing but what is asked and refused. */
  readonly wall?: Wall | undefined;
  /**
   * The finding against a URL, as one sentence.
   *
   * @param options `lookUp`: `false` where no name may be looked up yet, since that would tell it to whoever answers for it.
   */
  readonly checkUrl?:
    | ((
        url: string,
        signal: AbortSignal,
        options?: { readonly lookUp?: boolean | undefined },
      ) => Promise<string | undefined>)
    | undefined;
}
