import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServerEntry } from "@hermes/mcp";
import { onTestFinished } from "vitest";

type Args = Readonly<Record<string, unknown>>;

/** A server that others made, and calls whose answers are the same each time. */
export interface RealServer {
  readonly name: string;
  readonly transport: McpServerEntry["transport"];
  /** Made by each client on a server of its own, in this order. */
  readonly calls: readonly (readonly [tool: string, args: Args])[];
}

const modules = new URL("../../node_modules/", import.meta.url);
const fileOf = (path: string): string => fileURLToPath(new URL(path, modules));
const official = (name: string): string => fileOf(`@modelcontextprotocol/server-${name}/dist/index.js`);
const chromium = "/usr/bin/chromium";

export const missingBrowser: string | undefined = existsSync(chromium)
  ? undefined
  : `there is no ${chromium}`;

export const inspectorFile: string = fileOf(
  "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

function node(args: readonly string[], env: Readonly<Record<string, string>> = {}): RealServer["transport"] {
  return { type: "stdio", command: process.execPath, args, env };
}

/** A folder that ends with the test, with one file in it. */
function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "hermes-mcp-real-")));
  writeFileSync(join(path, "note.txt"), "Read me.\n");
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const everythingCalls: RealServer["calls"] = [
  ["echo", { message: "hello" }],
  ["get-sum", { a: 2, b: 3 }],
  ["get-structured-content", { location: "New York" }],
  ["get-tiny-image", {}],
  ["echo", { message: 5 }],
];

export function everything(): RealServer {
  return { name: "everything", transport: node([official("everything"), "stdio"]), calls: everythingCalls };
}

/** The same over HTTP; ends with the test. */
export async function everythingOver(kind: "sse" | "streamableHttp"): Promise<RealServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [official("everything"), kind], {
    env: { PATH: process.env["PATH"], PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // It says so when it listens.
  await once(child.stderr, "data");
  const url = `http://127.0.0.1:${String(port)}/${kind === "sse" ? "sse" : "mcp"}`;
  const transport = { type: kind === "sse" ? "sse" : "http", url, headers: {} } as const;
  return { name: `everything over ${kind}`, transport, calls: everythingCalls };
}

export function filesystem(): RealServer {
  const path = folder();
  return {
    name: "filesystem",
    transport: node([official("filesystem"), path]),
    calls: [
      ["list_directory", { path }],
      ["read_text_file", { path: join(path, "note.txt") }],
      ["read_text_file", { path: "/etc/passwd" }],
    ],
  };
}

export function memory(): RealServer {
  const MEMORY_FILE_PATH = join(folder(), "memory.jsonl");
  return {
    name: "memory",
    transport: node([official("memory")], { MEMORY_FILE_PATH }),
    calls: [
      ["create_entities", { entities: [{ name: "Ann", entityType: "person", observations: ["tall"] }] }],
      ["read_graph", {}],
      ["delete_entities", { entityNames: ["Ann"] }],
    ],
  };
}

export function sequentialThinking(): RealServer {
  const thought = { thought: "One.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
  return {
    name: "sequential-thinking",
    transport: node([official("sequential-thinking")], { DISABLE_THOUGHT_LOGGING: "true" }),
    calls: [["sequentialthinking", thought]],
  };
}

export function playwright(): RealServer {
  const flags = ["--headless", "--executable-path", chromium, "--no-sandbox", "--isolated"];
  return {
    name: "playwright",
    transport: node([fileOf("@playwright/mcp/cli.js"), ...flags, "--output-dir", folder()]),
    calls: [["browser_tabs", { action: "list" }]],
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  server.close();
  await once(server, "close");
  return port;
}
