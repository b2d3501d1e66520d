import type { ClientApp, CreateTerminalRequest } from "@agentclientprotocol/sdk";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

interface Terminal {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  output: string;
}

/** Terminals of an editor, each a process with an environment of its own. */
export class EditorTerminals {
  readonly created: CreateTerminalRequest[] = [];
  readonly killed: string[] = [];
  readonly released: string[] = [];
  readonly #open = new Map<string, Terminal>();
  /** What creating one fails with. */
  fails: Error | undefined;

  serve(app: ClientApp): ClientApp {
    return app
      .onRequest("terminal/create", ({ params }) => {
        this.created.push(params);
        if (this.fails !== undefined) throw this.fails;
        const { command, args = [], cwd } = params;
        // As a terminal has it: nothing ends what waits for words there.
        const child = spawn(command, args, {
          ...(typeof cwd === "string" && { cwd }),
          env: { ...process.env, OF_THE_EDITOR: "secret" },
          stdio: ["pipe", "pipe", "pipe"],
        });
        const terminal: Terminal = { child, exited: once(child, "close"), output: "" };
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding("utf8").on("data", (text: string) => void (terminal.output += text));
        const terminalId = `terminal-${this.created.length}`;
        this.#open.set(terminalId, terminal);
        return { terminalId };
      })
      .onRequest("terminal/wait_for_exit", async ({ params: { terminalId } }) => {
        const { child, exited } = this.#get(terminalId);
        await exited;
        return { exitCode: child.exitCode, signal: child.signalCode };
      })
      .onRequest("terminal/output", ({ params: { terminalId } }) => ({
        output: this.#get(terminalId).output,
        truncated: false,
      }))
      .onRequest("terminal/kill", ({ params: { terminalId } }) => {
        this.killed.push(terminalId);
        this.#get(terminalId).child.kill("SIGKILL");
        return {};
      })
      .onRequest("terminal/release", ({ params: { terminalId } }) => {
        this.released.push(terminalId);
        this.#open.delete(terminalId);
        return {};
      });
  }

  #get(terminalId: string): Terminal {
    const found = this.#open.get(terminalId);
    if (found === undefined) throw new Error(`There is no terminal ${terminalId}.`);
    return found;
  }
}
