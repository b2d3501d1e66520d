import { startClient } from "./client-process.ts";
import type { ShellTransport, TransportOpenOptions } from "./shell-transport.ts";

/** A program of this machine with its arguments. */
export interface ClientCommand {
  /** Path, or a name on the `PATH`. */
  readonly program: string;
  readonly args: readonly string[];
}

export interface CommandTransportOptions extends Pick<ShellTransport, "explain" | "close"> {
  /** The whole environment of the clients. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the place if there is none. */
  open(options: TransportOpenOptions): Promise<void>;
  /**
   * The command line that runs a script in the place's `sh`, such as `docker exec -i box sh -c SCRIPT`. Its standard input is that of the
   * script, and its exit code the script's.
   */
  command(of: { readonly script: string; readonly pty: boolean }): Promise<ClientCommand>;
}

/** The way to a place that a program of this machine reaches, whichever it is. */
export function createCommandTransport(options: CommandTransportOptions): ShellTransport {
  const { env } = options;
  return {
    open: (opening) => options.open(opening),
    async start({ script, input, pty, mayLeaveChildren }) {
      if (pty !== undefined) {
        // Some clients pass the size on only after the start.
        const sized = `stty cols ${pty.columns} rows ${pty.rows} 2>/dev/null\n${script}`;
        const command = await options.command({ script: sized, pty: true });
        const { startPtyClient } = await import("./pty-client.ts");
        return await startPtyClient({ ...command, env, size: pty });
      }
      // Children in the background that still write keep the relay, and with it a client that ends with its script.
      const relayed = mayLeaveChildren === true ? `{ ${script}\n} | cat` : script;
      const command = await options.command({ script: relayed, pty: false });
      return startClient({ ...command, env, input });
    },
    explain: (end) => options.explain(end),
    close: () => options.close(),
  };
}
