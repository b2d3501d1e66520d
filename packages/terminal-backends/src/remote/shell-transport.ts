/**
 * The way to a place with a POSIX shell that is not this machine: a container, another host, a cloud sandbox. Whoever
 * provides it gets a whole `Backend` from `createRemoteBackend`.
 */
export interface ShellTransport {
  /** Processes are listed in `/proc` there for sure: nobody needs to be told about each. */
  readonly listsProcesses?: boolean | undefined;
  /** Makes the place if there is none, and the way there. Called before the first command, and again after a loss. */
  open(options: TransportOpenOptions): Promise<void>;
  /** Starts a script in the place's `sh`, in the place's own environment. Streams are bytes. */
  start(request: TransportRequest): Promise<TransportProcess>;
  /** Says why a script did not run at all. */
  explain(end: TransportEnd): TransportFailure;
  /** Gives everything back. Called once, when nothing runs there any more. */
  close(): Promise<void>;
}

export interface TransportOpenOptions {
  /** A loss made this necessary: what was known about the place need not be true any more. */
  readonly again: boolean;
}

export interface TransportRequest {
  readonly script: string;
  /** Whether anything will be written to its standard input. Otherwise it reads nothing. */
  readonly input: boolean;
  /** In a pseudo terminal of this size; both streams then come as output. */
  readonly pty?: { readonly columns: number; readonly rows: number } | undefined;
  /** Whether the script gets the variables that were forwarded on purpose. */
  readonly needsVariables?: boolean | undefined;
  /** Whether children of the script may go on writing after its end, and are not to die of it. */
  readonly mayLeaveChildren?: boolean | undefined;
}

export interface TransportProcess {
  /** Hands over standard output as it comes; what came before is not lost. One listener. */
  onOutput(listener: (bytes: Uint8Array) => void): void;
  /** Resolves when the script has ended and all of its output was handed over. Never rejects. */
  readonly ended: Promise<TransportEnd>;
  /** @throws {HermesError} `BACKEND_PROCESS_ENDED`. */
  write(data: string | Uint8Array): Promise<void>;
  closeInput(): Promise<void>;
  /** Lets go of it on this side alone. */
  abandon(): void;
  /** Lets this process end although it goes on. */
  unref(): void;
}

export interface TransportEnd {
  /** Null when it is not known: the way there was cut. */
  readonly exitCode: number | null;
  /** End of what came on standard error; at most 8 000 characters. */
  readonly errors: string;
}

export type TransportFailure =
  /** The place or the way there is gone, and opening it again may help. The sentence says what was lost. */
  | { readonly kind: "lost"; readonly notice: string }
  /** Trying again does not help. */
  | { readonly kind: "failed"; readonly error: Error };
