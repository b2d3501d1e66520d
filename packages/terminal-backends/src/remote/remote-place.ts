import type { TransportProcess } from "./shell-transport.ts";

/** A place that is open: what was found there, and the keeper that looks after it. */
export interface RemotePlace {
  /** Differs for every opening; starts the mark of every process. */
  readonly id: string;
  /** Private folder for shell state and scratch files. */
  readonly folder: string;
  readonly home: string | undefined;
  /** Where a shell starts there. */
  readonly directory: string;
  readonly shell: { readonly path: string; readonly dialect: "bash" | "posix" };
  /** Path of `setsid`; undefined where there is none. */
  readonly setsid: string | undefined;
  readonly stat: "gnu" | "bsd";
  readonly keeper: TransportProcess;
}
