import { randomBytes } from "node:crypto";
import { startClient } from "../remote/client-process.ts";
import { keeperName } from "../remote/end-script.ts";
import type {
  ShellTransport,
  TransportEnd,
  TransportFailure,
  TransportOpenOptions,
  TransportProcess,
  TransportRequest,
} from "../remote/shell-transport.ts";
import { containerFlags } from "./container-flags.ts";
import type { ContainerSettings } from "./container-flags.ts";
import { dockerFailure, runDocker } from "./run-docker.ts";
import type { DockerClient, DockerResult } from "./run-docker.ts";

export interface DockerTransportOptions {
  readonly client: DockerClient;
  /** Says what is wanted, before the container is made or found. */
  readonly settle: () => Promise<WantedContainer>;
  /** Variables of the client's environment that commands get. */
  readonly forwarded: readonly string[];
}

export interface WantedContainer {
  readonly container: ContainerSettings;
  /** Names the container that is kept. Undefined: one of its own, removed at the end. */
  readonly keepAs: string | undefined;
}

/** Long enough for a large image to be pulled. */
const startMs = 600_000;

// The first process waits for its end, and takes in the processes whose parents are gone.
const firstProcess = 'trap "exit 0" TERM; while :; do sleep 3600 & wait $!; done';

/**
 * What the keeper does at last: the container ends with the last program that uses it. The brackets keep the search
 * from finding itself.
 */
export const containerCleanup: string = `
others=
for file in $(grep -ls 'name=${keeperName.replace("-", "[-]")}' /proc/[0-9]*/cmdline); do
  [ "$file" = "/proc/$$/cmdline" ] || others=1
done
[ -n "$others" ] || kill -TERM 1`;

/** Runs scripts in a container by `docker exec`. */
export class DockerTransport implements ShellTransport {
  readonly #options: DockerTransportOptions;
  #wanted: WantedContainer | undefined;
  #container: string | undefined;

  constructor(options: DockerTransportOptions) {
    this.#options = options;
  }

  async open({ again }: TransportOpenOptions): Promise<void> {
    const wanted = (this.#wanted ??= await this.#options.settle());
    const { keepAs, container } = wanted;
    const known = keepAs ?? (again ? this.#container : undefined);
    if (known !== undefined && (await this.#start(known))) {
      this.#container = known;
      return;
    }
    const name = keepAs ?? `hermes-${randomBytes(6).toString("hex")}`;
    const made = await this.#makeWithin(name, wanted);
    // Another program made it meanwhile.
    const taken = made.exitCode !== 0 && keepAs !== undefined && /already in use|conflict/i.test(made.errors);
    if (made.exitCode !== 0 && !(taken && (await this.#start(name)))) {
      throw dockerFailure(`Cannot start a container from ${container.image}`, made.errors);
    }
    this.#container = name;
  }

  async start(request: TransportRequest): Promise<TransportProcess> {
    const { client, forwarded } = this.#options;
    const { program, env } = client;
    const { script, input, pty, needsVariables, mayLeaveChildren } = request;
    const variables = needsVariables === true ? forwarded.flatMap((name) => ["--env", name]) : [];
    const container = this.#container ?? "";
    if (pty !== undefined) {
      const { startPtyClient } = await import("../remote/pty-client.ts");
      const terminal = ["--interactive", "--tty", "--env", "TERM=xterm-256color"];
      // The client tells the size only after the start.
      const sized = `stty cols ${pty.columns} rows ${pty.rows} 2>/dev/null\n${script}`;
      const args = ["exec", ...terminal, ...variables, container, "sh", "-c", sized];
      return await startPtyClient({ program, args, env, size: pty });
    }
    // The daemon cuts the output of an exec soon after its own process has ended. The relay stays for the children in
    // the background that still write.
    const relayed = mayLeaveChildren === true ? `{ ${script}\n} | cat` : script;
    const args = ["exec", ...(input ? ["--interactive"] : []), ...variables, container, "sh", "-c", relayed];
    return startClient({ program, args, env, input });
  }

  explain({ exitCode, errors }: TransportEnd): TransportFailure {
    const isGone =
      /no such container|is not running|state improper|has been removed|no container with name|not created or started|container .*(stopp|exit|dead)/i.test(
        errors,
      );
    // Cut off, or killed together with the container.
    if (isGone || exitCode === null || exitCode === 137) {
      return { kind: "lost", notice: "The container was gone and was made anew or started again." };
    }
    return { kind: "failed", error: dockerFailure("Cannot run anything in the container", errors) };
  }

  async close(): Promise<void> {
    const { client } = this.#options;
    if (this.#wanted?.keepAs !== undefined || this.#container === undefined) return;
    const removed = await runDocker(client, ["rm", "--force", "--volumes", this.#container]);
    // It removes itself when its first process ends, which may be now.
    const isGone = /no such container|already in progress|no container with/i.test(removed.errors);
    if (removed.exitCode !== 0 && !isGone) {
      throw dockerFailure(`Cannot remove the container ${this.#container}`, removed.errors);
    }
    if (removed.exitCode !== 0) await this.#untilGone(this.#container);
  }

  /** @returns False when there is no such container, or it can't be used any more. */
  async #start(name: string): Promise<boolean> {
    const { client } = this.#options;
    const { exitCode, errors } = await runDocker(client, ["start", name]);
    if (exitCode === 0) return true;
    if (/no such container|no container with|marked for removal|is not a container/i.test(errors))
      return false;
    throw dockerFailure(`Cannot start the container ${name}`, errors);
  }

  /** Few daemons can limit the disk; one that can't is used without. */
  async #makeWithin(name: string, { container, keepAs }: WantedContainer): Promise<DockerResult> {
    const made = await this.#make(name, { container, keepAs });
    if (made.exitCode === 0 || container.limits.diskMb === undefined) return made;
    if (!/storage-opt/i.test(made.errors)) return made;
    const limits = { ...container.limits, diskMb: undefined };
    return await this.#make(name, { container: { ...container, limits }, keepAs });
  }

  #make(name: string, { container, keepAs }: WantedContainer): Promise<DockerResult> {
    const { client } = this.#options;
    const args = [
      "run",
      "--detach",
      ...(keepAs === undefined ? ["--rm"] : []),
      `--name=${name}`,
      "--label=hermes.agent=1",
      ...containerFlags(container),
      "--entrypoint=sh",
      container.image,
      "-c",
      firstProcess,
    ];
    return runDocker(client, args, startMs);
  }

  async #untilGone(name: string): Promise<void> {
    // `wait` returns when it has ended, and at once with an error when it is gone.
    for (let tries = 0; tries < 20; tries += 1) {
      const { exitCode } = await runDocker(this.#options.client, ["container", "inspect", name]);
      if (exitCode !== 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
