import { randomBytes } from "node:crypto";
import { HermesError } from "@hermes/registry";
import { startClient } from "../remote/client-process.ts";
import { runClient } from "../remote/run-client.ts";
import type {
  ShellTransport,
  TransportEnd,
  TransportFailure,
  TransportOpenOptions,
  TransportProcess,
  TransportRequest,
} from "../remote/shell-transport.ts";

export interface SingularityTransportOptions {
  /** Path of singularity or apptainer. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file, a folder, or an address such as `docker://alpine`. */
  readonly image: string;
  /** Arguments of `instance start` that fence the instance in. */
  readonly flags: readonly string[];
}

/** Long enough for an image to be pulled and built. */
const startMs = 600_000;
const stopMs = 30_000;

/** Runs scripts in an instance of Singularity or Apptainer. */
export class SingularityTransport implements ShellTransport {
  readonly #options: SingularityTransportOptions;
  #instance: string | undefined;

  constructor(options: SingularityTransportOptions) {
    this.#options = options;
  }

  async open({ again }: TransportOpenOptions): Promise<void> {
    if (again) await this.close();
    const { image, flags } = this.#options;
    const name = `hermes-${randomBytes(6).toString("hex")}`;
    const { exitCode, errors } = await this.#run(["instance", "start", ...flags, image, name], startMs);
    if (exitCode !== 0) throw failure(`Cannot start an instance from ${image}`, errors);
    this.#instance = name;
  }

  async start({ script, input, pty, mayLeaveChildren }: TransportRequest): Promise<TransportProcess> {
    const { program, env } = this.#options;
    const shell = ["exec", `instance://${this.#instance ?? ""}`, "sh", "-c"];
    if (pty !== undefined) {
      const { startPtyClient } = await import("../remote/pty-client.ts");
      return await startPtyClient({ program, args: [...shell, script], env, size: pty });
    }
    // The output goes into a socket of this process, which can't be opened by name as a pipe can.
    const relayed = mayLeaveChildren === true ? `{ ${script}\n} | cat` : script;
    return startClient({ program, args: [...shell, relayed], env, input });
  }

  explain({ exitCode, errors }: TransportEnd): TransportFailure {
    if (exitCode === null || /no instance found|instance .*not (found|exist|running)/i.test(errors)) {
      return { kind: "lost", notice: "The instance was gone and a new one was started." };
    }
    return { kind: "failed", error: failure("Cannot run anything in the instance", errors) };
  }

  async close(): Promise<void> {
    const instance = this.#instance;
    this.#instance = undefined;
    // It may be gone already, which is what is wanted.
    if (instance !== undefined) await this.#run(["instance", "stop", instance], stopMs);
  }

  async #run(
    args: readonly string[],
    timeoutMs: number,
  ): Promise<{ readonly exitCode: number; readonly errors: string }> {
    const { program, env } = this.#options;
    const { exitCode, stdout, errors } = await runClient(program, args, { env, timeoutMs });
    return { exitCode, errors: `${errors}\n${stdout}`.trim() };
  }
}

function failure(doing: string, errors: string): HermesError {
  return new HermesError(`${doing}: ${errors.trim().split("\n").at(-1) || "no reason given"}`, {
    code: "BACKEND_UNREACHABLE",
    hint: "Try the same by hand: apptainer instance start <image> test.",
  });
}
