import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Sandbox } from "@daytona/sdk";
import { messageOf } from "../cloud/cloud-failure.ts";
import type { CloudSandbox } from "../cloud/cloud-transport.ts";
import { startFramed } from "../cloud/framed-process.ts";
import type { RunTextOptions, TextPlace } from "../cloud/framed-process.ts";
import type { TransportProcess, TransportRequest } from "../remote/shell-transport.ts";
import { quoteShellWord } from "../shell-script.ts";

/** The exit code may be known a little later than the end of the output. */
const exitTries = 50;
const exitPauseMs = 100;

/** A sandbox of Daytona. Each script has a session of its own there, since those of one session wait for each other. */
export class DaytonaSandbox implements CloudSandbox, TextPlace {
  readonly isGone: (error: unknown) => boolean;
  readonly #sandbox: Sandbox;
  readonly #variables: Readonly<Record<string, string>>;

  constructor(
    sandbox: Sandbox,
    variables: Readonly<Record<string, string>>,
    isGone: (error: unknown) => boolean,
  ) {
    this.#sandbox = sandbox;
    this.#variables = variables;
    this.isGone = isGone;
  }

  async start(request: TransportRequest): Promise<TransportProcess> {
    return startFramed(this, request, this.#variables);
  }

  async run(script: string, options: RunTextOptions): Promise<number> {
    const { signal } = options;
    signal.throwIfAborted();
    // The kit can't be told to stop waiting.
    const running = this.#run(script, options);
    running.catch(() => undefined);
    return await Promise.race([running, rejectWhenAborted(signal, running)]);
  }

  async sleep(): Promise<void> {
    await this.#sandbox.stop();
  }

  async remove(): Promise<void> {
    await this.#sandbox.delete().catch((error: unknown) => {
      if (!this.isGone(error)) throw error;
    });
  }

  async #run(script: string, { onOutput, onErrors }: RunTextOptions): Promise<number> {
    const { process } = this.#sandbox;
    const session = `hermes-${randomBytes(8).toString("hex")}`;
    await process.createSession(session);
    try {
      const { cmdId } = await process.executeSessionCommand(session, {
        command: `sh -c ${quoteShellWord(script)}`,
        runAsync: true,
      });
      await process.getSessionCommandLogs(session, cmdId, onOutput, onErrors);
      const exitCode = await this.#exitCode(session, cmdId);
      await this.#leave(session);
      return exitCode;
    } catch (cause) {
      // An error of its own: with that of the kit a sandbox that is gone would mean that nothing was run.
      throw new Error(messageOf(cause), { cause });
    }
  }

  async #leave(session: string): Promise<void> {
    // What the command left running has left the session by now.
    await this.#sandbox.process.deleteSession(session).catch(() => undefined);
  }

  async #exitCode(session: string, command: string): Promise<number> {
    for (let tries = 0; tries < exitTries; tries += 1) {
      const { exitCode } = await this.#sandbox.process.getSessionCommand(session, command);
      if (exitCode !== undefined && exitCode !== null) return exitCode;
      await delay(exitPauseMs);
    }
    throw new Error("The output ended before the command.");
  }
}

/** Rejects when the signal is aborted before the work is done. */
function rejectWhenAborted(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.finally(() => signal.removeEventListener("abort", abort)).catch(() => undefined);
  });
}
