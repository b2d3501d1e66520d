import { PassThrough, Readable } from "node:stream";
import type { Host } from "../../../src/host.ts";
import { run } from "../../../src/program.ts";
import type { Fixture } from "../hermes.ts";

export interface RunHereOptions {
  readonly input?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs one command line in this process: eighty starts of the executable would take longer than all they do. */
export async function runHere(
  person: Fixture,
  args: readonly string[],
  options: RunHereOptions = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const output = new PassThrough({ encoding: "utf8" });
  const errors = new PassThrough({ encoding: "utf8" });
  const code = await run(args, hostOf(person, { ...options, output, errors }));
  return { code, stdout: output.read() ?? "", stderr: errors.read() ?? "" };
}

interface HostOptions extends RunHereOptions {
  readonly output?: PassThrough;
  readonly errors?: PassThrough;
}

/** What a command sees where nobody sits at a terminal. */
export function hostOf({ env, project }: Fixture, options: HostOptions = {}): Host {
  const { output = new PassThrough(), errors = new PassThrough(), input = "" } = options;
  return {
    // A command uses of these what every stream has; what only a terminal has is absent.
    stdout: output as unknown as NodeJS.WriteStream,
    stderr: errors as unknown as NodeJS.WriteStream,
    stdin: () => Readable.from([Buffer.from(input)]) as unknown as NodeJS.ReadStream,
    stdinIsTerminal: false,
    stdinPipe: undefined,
    env: { ...env, ...options.env },
    cwd: project,
    stopped: new AbortController().signal,
    onInterrupt: () => () => undefined,
    endsWhenStopped: () => undefined,
    suspend: () => undefined,
    onContinue: () => () => undefined,
    onHangUp: () => () => undefined,
    onExit: () => () => undefined,
    exit: (code) => {
      throw new Error(`A command left with ${code}.`);
    },
  };
}
