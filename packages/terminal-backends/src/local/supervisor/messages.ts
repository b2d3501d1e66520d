// What a backend and the supervisor in its jail say to each other: one JSON object per line, in at the supervisor's standard
// input and out at its standard output.

/** What the supervisor is started with, as its one argument. */
export interface SupervisorOptions {
  /** Holds the named pipes of the commands and the sockets. */
  readonly folder: string;
  /** Name of the socket that connections to published ports are fetched from. */
  readonly published: string;
  /** Environment entry that all commands carry. */
  readonly marker: string;
  /** Port of 127.0.0.1 that leads to the proxy. Undefined: the jail has the network of the machine. */
  readonly proxyPort: number | undefined;
}

export type SupervisorRequest =
  | StartRequest
  /** Ends a command with what it started, by the environment entry of its processes. Answered by `gone`. */
  | { readonly type: "end"; readonly id: number; readonly marker: string }
  /** Ends all commands, and then the supervisor. */
  | { readonly type: "finish" }
  /** Servers of the person, `host:port`, each to be reached at its port of the jail's loopback. Replaces those before. */
  | { readonly type: "tunnels"; readonly hosts: readonly string[] }
  /** Connects a server in the jail with the socket `published`, where the id is said first. */
  | { readonly type: "connect"; readonly id: number; readonly port: number };

export interface StartRequest {
  readonly type: "start";
  readonly id: number;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Name of the pipe that it writes to. */
  readonly output: string;
  /** Name of the pipe that it reads from. Undefined: it reads nothing. */
  readonly input: string | undefined;
  readonly pty: { readonly columns: number; readonly rows: number; readonly raw: boolean } | undefined;
  /** Where it leaves its working directory. */
  readonly state: { readonly file: string; readonly marker: string } | undefined;
}

/** Whoever receives them can't be sure that the supervisor sent them: commands in the jail can take its place. */
export type SupervisorEvent =
  | { readonly type: "ready" }
  /** `pid` is the one that the jail knows. */
  | { readonly type: "started"; readonly id: number; readonly pid: number }
  /** `nearest`: there is no such working directory, and this is what is left of the way to it. */
  | {
      readonly type: "failed";
      readonly id: number;
      readonly reason: "directory" | "pty" | "start";
      readonly text: string;
    }
  | {
      readonly type: "ended";
      readonly id: number;
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** Working directory that it left behind. */
      readonly cwd: string | null;
    }
  | { readonly type: "gone"; readonly id: number }
  /** Ports of the jail's loopback that somebody listens on, and that were not opened by the supervisor. */
  | { readonly type: "ports"; readonly ports: readonly number[] };
