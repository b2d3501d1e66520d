import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ChatServer {
  readonly url: string;
  readonly port: number;
  /** As if its machine lost power: nothing of the program runs any more. */
  kill(): Promise<void>;
}

/** Starts `chat-server.ts` as a process of its own. */
export async function startChatServer(database: string, port = 0, page = ""): Promise<ChatServer> {
  const script = fileURLToPath(new URL("./chat-server.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--conditions=@hermes/source", "--no-warnings", script, database, String(port), page],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  const actual = Number(first.toString().trim());
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
