import { randomBytes } from "node:crypto";
import { runScript } from "../remote/run-script.ts";
import type {
  ShellTransport,
  TransportEnd,
  TransportFailure,
  TransportOpenOptions,
  TransportProcess,
  TransportRequest,
} from "../remote/shell-transport.ts";
import { cloudFailure } from "./cloud-failure.ts";

/** A service that lends sandboxes, seen through its kit. What goes wrong is thrown as the kit says it. */
export interface CloudService {
  /** As people write it. */
  readonly title: string;
  /** Names of the variables that hold what it lets in by. */
  readonly keys: string;
  /** A sandbox that runs, or runs again. Undefined when there is none of that name. */
  find(name: string): Promise<CloudSandbox | undefined>;
  make(name: string): Promise<CloudSandbox>;
  /** Lets go of the kit. */
  close(): Promise<void>;
}

export interface CloudSandbox {
  start(request: TransportRequest): Promise<TransportProcess>;
  /** Ends what runs there and keeps the files. Absent where nothing can be kept. */
  sleep?(): Promise<void>;
  /** Gives it back with everything in it; fine when it is gone already. */
  remove(): Promise<void>;
}

export interface CloudTransportOptions {
  /** Loads the kit; called with the first command. */
  readonly connect: () => Promise<CloudService>;
  /** Name of the sandbox that is kept. Undefined: one of its own, removed at the end. */
  readonly keepAs: string | undefined;
}

/** In the script of every keeper of a sandbox that is kept: by it the other programs that use it are seen. */
export function persistentCleanup(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `: ${name}`;
}

/** Says by its exit code whether another program works in the sandbox. The brackets keep it from finding itself. */
function othersScript(name: string): string {
  return `[ -n "$(grep -ls ': ${name.replace("-", "[-]")}' /proc/[0-9]*/cmdline)" ]`;
}

/** Begins what is said about a script that was surely not run, because the sandbox is not there. */
export const goneWord = "The sandbox is gone";

/** Runs scripts in a sandbox of a service. */
export class CloudTransport implements ShellTransport {
  /** Sandboxes are Linux: whoever ends processes finds them in `/proc`. */
  readonly listsProcesses = true;
  readonly #options: CloudTransportOptions;
  readonly #name: string;
  #service: CloudService | undefined;
  #sandbox: CloudSandbox | undefined;

  constructor(options: CloudTransportOptions) {
    this.#options = options;
    this.#name = options.keepAs ?? `hermes-${randomBytes(6).toString("hex")}`;
  }

  async open({ again }: TransportOpenOptions): Promise<void> {
    this.#service ??= await this.#options.connect();
    const service = this.#service;
    try {
      const known = again || this.#options.keepAs !== undefined ? await service.find(this.#name) : undefined;
      this.#sandbox = known ?? (await this.#make(service));
    } catch (error) {
      throw cloudFailure(service, "has no sandbox for the commands", error);
    }
  }

  async start(request: TransportRequest): Promise<TransportProcess> {
    if (this.#sandbox === undefined) throw new TypeError("A sandbox is opened before anything is started.");
    return await this.#sandbox.start(request);
  }

  explain({ exitCode, errors }: TransportEnd): TransportFailure {
    if (exitCode === null && errors.includes(goneWord))
      return { kind: "lost", notice: "The sandbox was gone and was made anew or started again." };
    // A request that may have arrived is not repeated.
    const doing =
      exitCode === null ? "did not say whether the command was run" : "runs nothing in the sandbox";
    const service = this.#service ?? { title: "The service", keys: "" };
    return { kind: "failed", error: cloudFailure(service, doing, errors) };
  }

  async close(): Promise<void> {
    const [sandbox, service] = [this.#sandbox, this.#service];
    this.#sandbox = undefined;
    if (service === undefined) return;
    try {
      if (sandbox !== undefined) await this.#giveBack(sandbox);
    } catch (error) {
      throw cloudFailure(service, `did not take the sandbox ${this.#name} back`, error);
    } finally {
      await service.close();
    }
  }

  async #make(service: CloudService): Promise<CloudSandbox> {
    try {
      return await service.make(this.#name);
    } catch (error) {
      // Another program made it meanwhile.
      const made = this.#options.keepAs === undefined ? undefined : await service.find(this.#name);
      if (made === undefined) throw error;
      return made;
    }
  }

  async #giveBack(sandbox: CloudSandbox): Promise<void> {
    if (this.#options.keepAs === undefined) return await sandbox.remove();
    // Undefined when it is gone already, which is what is wanted.
    const others = await runScript(this.#way(sandbox), othersScript(this.#name)).catch(() => undefined);
    if (others === undefined || others.exitCode === 0) return;
    await (sandbox.sleep === undefined ? sandbox.remove() : sandbox.sleep());
  }

  #way(sandbox: CloudSandbox): ShellTransport {
    return {
      open: (options) => this.open(options),
      start: (request) => sandbox.start(request),
      explain: (end) => this.explain(end),
      close: async () => undefined,
    };
  }
}
