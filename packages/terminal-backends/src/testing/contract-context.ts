import type { Backend } from "../backend.ts";

/** A fresh backend and what lies around it. */
export interface BackendPlace extends AsyncDisposable {
  readonly backend: Backend;
  /** An empty folder as the backend's commands see it; also its starting directory. */
  readonly folder: string;
  /** Number of processes, wherever the commands run, whose command line holds the text. */
  countProcesses(text: string): Promise<number>;
  /** What the backend has put down and not taken away yet, on either side: files, containers, sockets. */
  leftovers(): Promise<readonly string[]>;
}

export interface BackendContractOptions {
  /** The test function of a test runner. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly open: () => Promise<BackendPlace>;
  /** Calls of the endurance test: 1 000 where a call is cheap. */
  readonly quickCalls: number;
  /** Where a call is not cheap, tests that repeat one do so less often. @default false */
  readonly isSlow?: boolean | undefined;
  /** Whether processes that left their group (`setsid`) are found and ended. */
  readonly endsDetachedProcesses: boolean;
}

/** A part of the contract gets this. */
export interface ContractContext extends BackendContractOptions {
  /** Like `test`, with a place of its own that is given back afterwards. */
  readonly check: (name: string, run: (place: BackendPlace) => Promise<void>) => void;
}
