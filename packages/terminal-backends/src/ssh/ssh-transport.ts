import { startClient } from "../remote/client-process.ts";
import type {
  ShellTransport,
  TransportEnd,
  TransportFailure,
  TransportOpenOptions,
  TransportProcess,
  TransportRequest,
} from "../remote/shell-transport.ts";
import { sshFailure } from "./explain-ssh.ts";
import { loginCommand } from "./ssh-arguments.ts";
import { SshConnection } from "./ssh-connection.ts";
import type { SshClient } from "./ssh-connection.ts";
import { whenEnded } from "../remote/when-ended.ts";

export interface SshTransportOptions {
  readonly client: SshClient;
  /** Where the sockets of the connections lie. */
  readonly tmpDir: string;
}

/** Runs scripts on another host by OpenSSH, over few connections that stay open. */
export class SshTransport implements ShellTransport {
  readonly #options: SshTransportOptions;
  #connections: SshConnection[] = [];
  #opening: Promise<SshConnection> | undefined;

  constructor(options: SshTransportOptions) {
    this.#options = options;
  }

  async open({ again }: TransportOpenOptions): Promise<void> {
    if (again) await this.#closeAll();
    const { leave } = await this.#takeSession();
    leave();
  }

  async start({ script, input, pty }: TransportRequest): Promise<TransportProcess> {
    const { connection, leave } = await this.#takeSession();
    const { program, env } = this.#options.client;
    const args = [...connection.arguments(pty !== undefined), loginCommand(script)];
    try {
      const process = await (pty === undefined
        ? startClient({ program, args, env, input })
        : (await import("../remote/pty-client.ts")).startPtyClient({ program, args, env, size: pty }));
      whenEnded(process.ended, leave);
      return process;
    } catch (error) {
      leave();
      throw error;
    }
  }

  explain({ exitCode, errors }: TransportEnd): TransportFailure {
    const { target } = this.#options.client;
    if (/session open refused/i.test(errors)) return { kind: "failed", error: sshFailure(errors, target) };
    // 255 is the client's own: the connection is not there, or was cut. A shell that is ended by a signal has none.
    if (exitCode === 255 || exitCode === null) {
      return { kind: "lost", notice: `The connection to ${target.host} was cut and made anew.` };
    }
    return { kind: "failed", error: sshFailure(errors || `the shell there ended with ${exitCode}`, target) };
  }

  async close(): Promise<void> {
    await this.#closeAll();
  }

  async #closeAll(): Promise<void> {
    const connections = this.#connections;
    this.#connections = [];
    await Promise.all(connections.map((connection) => connection.close()));
  }

  async #takeSession(): Promise<{ readonly connection: SshConnection; readonly leave: () => void }> {
    for (;;) {
      this.#connections = this.#connections.filter(({ isOpen }) => isOpen);
      const connection = this.#connections.find(({ hasRoom }) => hasRoom);
      // Taken in the same breath, before somebody else finds the same room.
      if (connection !== undefined) return { connection, leave: connection.take() };
      // One at a time: whoever waits looks again whether there is room by now.
      this.#opening ??= this.#connect().finally(() => (this.#opening = undefined));
      await this.#opening;
    }
  }

  async #connect(): Promise<SshConnection> {
    const { client, tmpDir } = this.#options;
    const connection = await SshConnection.open(client, tmpDir);
    this.#connections.push(connection);
    return connection;
  }
}
