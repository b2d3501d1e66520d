import type { Environment } from "@hermes/registry";

/** Where text goes: the part of a stream that is used here. */
export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): boolean;
}

/** What a command sees of the process it runs in; made in `main.ts` alone. */
export interface Host {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether a person can type. Cheap: does not open the stream. */
  readonly stdinIsTerminal: boolean;
  /**
   * What is at standard input where it is another program or a file: `pipe` is what a shell makes for `|` and `<`, `socket` what
   * Node makes for a program that it starts. Cheap: does not open the stream.
   */
  readonly stdinPipe: "pipe" | "socket" | undefined;
  /** Opens standard input. A program that reads nothing never pays for it. */
  stdin(): NodeJS.ReadStream;
  readonly env: Environment;
  /** The folder in which the person typed the command. */
  readonly cwd: string;
  /** Aborted with a `Stop` when the process was told to end, or when nobody reads its output any more. */
  readonly stopped: AbortSignal;
  /**
   * Calls the listener instead of ending the process at Ctrl-C.
   *
   * @returns Takes the listener away again.
   */
  onInterrupt(listener: () => void): () => void;
  /** Stops the process and those of its group, as Ctrl-Z does at a terminal that reads no single keys. */
  suspend(): void;
  /**
   * Calls the listener when the process goes on after it was stopped.
   *
   * @returns Takes the listener away again.
   */
  onContinue(listener: () => void): () => void;
  /**
   * Calls the listener instead of ending the process when it is told that its terminal is gone, which services are told to read
   * their settings again.
   *
   * @returns Takes the listener away again.
   */
  onHangUp(listener: () => void): () => void;
  /**
   * Calls the listener right before the process ends, however it does but by SIGKILL. It can't wait for anything.
   *
   * @returns Takes the listener away again.
   */
  onExit(listener: () => void): () => void;
  /** What runs serves until it is told to end: that is then no failure, and the exit code is that of the command. */
  endsWhenStopped(): void;
  /** Ends the process now. For a person who asked twice; everything else returns an exit code. */
  exit(code: number): never;
}

/** Why the process was told to end. */
export class Stop extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = "Stop";
    this.exitCode = exitCode;
  }
}

/** Exit codes, as shells know them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  /** Nothing is wrong as far as was looked, but not all could be looked at. */
  notRun: 3,
  /** The turn waits for permission: `hermes approvals`. */
  awaiting: 4,
  interrupted: 130,
  brokenPipe: 141,
} as const;
