/** A daemon of the tests' own, with one image that holds nothing but busybox. */
export interface DockerDaemon extends AsyncDisposable {
  /** The environment that leads a client to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly image: string;
  /** Runs the client. */
  docker(...args: string[]): string;
}

/** What the tests with real containers lack here; undefined: nothing. */
export function missingForDocker(): string | undefined;

export function startDockerDaemon(): Promise<DockerDaemon>;
