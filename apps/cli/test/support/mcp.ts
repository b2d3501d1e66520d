import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cliFolder } from "./hermes.ts";

const servers = join(cliFolder, "..", "..", "packages", "mcp", "node_modules", "@modelcontextprotocol");

const endWithInput = `--import=${join(cliFolder, "test", "support", "end-with-input.mjs")}`;

/** The command of a public server, as words. It ends with its input. */
export function serverCommand(
  name: "everything" | "filesystem" | "memory",
  ...args: readonly string[]
): readonly string[] {
  return [process.execPath, endWithInput, join(servers, `server-${name}`, "dist", "index.js"), ...args];
}

/** A server of one of these kinds: it never answers; it ends at once; its tools are hostile; it has `echo` and `get-env`. */
export function oddServer(kind: "silent" | "dead" | "hostile" | "plain"): readonly string[] {
  return [process.execPath, join(cliFolder, "test", "support", "odd-mcp-server.mjs"), kind];
}

/** The everything server on a port of this machine. @returns Its address. */
export async function startEverything(kind: "streamableHttp" | "sse" = "streamableHttp"): Promise<string> {
  const port = await freePort();
  const [program = "", ...args] = serverCommand("everything", kind);
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"] ?? "", PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.once("exit", () => reject(new Error(`The server ended: ${said}`)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (/(?:listening|running) on port/.test(said)) resolve();
    });
  });
  return `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
