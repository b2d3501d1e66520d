import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startClient } from "../remote/client-process.ts";
import type { TransportProcess } from "../remote/shell-transport.ts";
import { waitAtMost } from "../remote/wait-at-most.ts";
import { sshFailure } from "./explain-ssh.ts";
import { connectionArguments } from "./ssh-arguments.ts";
import type { SshTarget } from "./ssh-arguments.ts";
import { whenEnded } from "../remote/when-ended.ts";

export interface SshClient {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly target: SshTarget;
}

/** A server takes ten sessions at once over one connection, unless it was told otherwise. */
const maxSessions = 8;
const closeMs = 3_000;

/**
 * One connection that commands share, so that only the first pays for the handshake. It lasts as long as its own
 * command, which reads until this program is gone.
 */
export class SshConnection {
  readonly #master: TransportProcess;
  readonly #client: SshClient;
  readonly #folder: string;
  #sessions = 0;
  #isOpen = true;

  private constructor(master: TransportProcess, client: SshClient, folder: string) {
    this.#master = master;
    this.#client = client;
    this.#folder = folder;
    whenEnded(master.ended, () => (this.#isOpen = false));
  }

  /** @throws {HermesError} `BACKEND_UNREACHABLE`, `BACKEND_HOST_KEY`, `BACKEND_LOGIN_REFUSED`. */
  static async open(client: SshClient, tmpDir: string): Promise<SshConnection> {
    const { program, env, target } = client;
    // Only for its owner: whoever reaches the socket is logged in.
    const folder = mkdtempSync(join(tmpDir, "hermes-ssh-"));
    const own = ["-M", "-S", socketIn(folder), "-T", ...connectionArguments(target), "--", target.host];
    // The shell around it removes the folder also when this program was killed.
    const around = ["-c", '"$@"; rm -rf -- "$0"', folder, program];
    const args = [...around, ...own, "echo hermes-ready; exec cat"];
    const master = startClient({ program: "/bin/sh", args, env, input: true });
    await new Promise<void>((resolve, reject) => {
      let said = "";
      master.onOutput((bytes) => {
        said += new TextDecoder().decode(bytes);
        if (said.includes("hermes-ready")) resolve();
      });
      whenEnded(master.ended, ({ errors }) => reject(sshFailure(errors || said, target)));
    });
    master.unref();
    return new SshConnection(master, client, folder);
  }

  get hasRoom(): boolean {
    return this.#isOpen && this.#sessions < maxSessions;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Arguments of a client that goes over this connection, and over no other. */
  arguments(terminal: boolean): readonly string[] {
    const { target } = this.#client;
    const over = ["-S", socketIn(this.#folder), "-o", "ControlMaster=no", "-o", "ProxyCommand=false"];
    return [...over, terminal ? "-tt" : "-T", ...connectionArguments(target), "--", target.host];
  }

  /** Counts a session until it ends. */
  take(): () => void {
    this.#sessions += 1;
    return () => (this.#sessions -= 1);
  }

  async close(): Promise<void> {
    await this.#master.closeInput();
    await waitAtMost(closeMs, this.#master.ended);
    this.#master.abandon();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function socketIn(folder: string): string {
  return join(folder, "s");
}
