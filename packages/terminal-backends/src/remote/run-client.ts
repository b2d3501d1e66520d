export interface RunClientOptions {
  /** The whole environment of the client. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface ClientResult {
  /** 1 where it could not be started, or a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  /** What it wrote to standard error, or why it never came to that. */
  readonly errors: string;
}

/** Runs a client such as `docker` or `apptainer` to its end. Does not throw for what it says. */
export async function runClient(
  program: string,
  args: readonly string[],
  { env, timeoutMs }: RunClientOptions,
): Promise<ClientResult> {
  const { execa } = await import("execa");
  const result = await execa(program, args, {
    cwd: "/",
    env,
    extendEnv: false,
    stdin: "ignore",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: 1 << 24,
    reject: false,
  });
  const { exitCode = 1, stdout, stderr, timedOut, code } = result;
  const why = timedOut
    ? `It did not answer within ${timeoutMs / 1000} s.`
    : code === undefined
      ? ""
      : (result.originalMessage ?? code);
  return { exitCode, stdout, errors: [stderr.trim(), why].filter((part) => part !== "").join(" ") };
}
