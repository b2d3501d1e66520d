import { parseMcpEntry, parseRunEntry } from "@hermes/mcp";
import type { McpServerEntry } from "@hermes/mcp";
import type { LoadedSettings } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { findWorkspace } from "../find-workspace.ts";
import type { McpSource } from "./server-report.ts";

/** A server that something names. */
export interface NamedServer {
  readonly name: string;
  readonly source: McpSource;
  /** The workspace whose file names it; empty otherwise. */
  readonly project: string;
  readonly file?: string | undefined;
  /** One line: its command, or its address. Placeholders are not filled in. */
  readonly target: string;
  /** SHA-256 of what is written, of where it is written, and of whether a jail would hold it: what a person agrees to. */
  readonly hash: string;
  readonly enabled: boolean;
  /** Undefined: it can't be used, for this reason. */
  readonly entry: McpServerEntry | undefined;
  readonly problem?: string | undefined;
  /** False for a process that no jail holds, although its entry does not ask for that. */
  readonly isHeld: boolean;
}

export interface ReadEntriesOptions {
  readonly loaded: LoadedSettings;
  /** As `--mcp` gives them. */
  readonly run: readonly string[];
  /** Given by whoever opens a session, by their names. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  readonly homedir: string;
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Brings what an entry says into what it means here; what changes with the machine is part of what is agreed to. */
  readonly place: (
    entry: McpServerEntry,
    written: { readonly hasProfile: boolean },
  ) => Promise<{ readonly entry: McpServerEntry; readonly isHeld: boolean }>;
  readonly isSafeMode: boolean;
  /** Whether servers whose entry says nothing about it may have a model asked. */
  readonly sampling: boolean;
  readonly warn: (message: string) => void;
}

/** An entry, and where it stands. */
export interface WrittenServer {
  readonly name: string;
  readonly source: McpSource;
  readonly project: string;
  readonly file?: string | undefined;
  /** What relative paths in it begin at. */
  readonly folder: string;
  readonly value: unknown;
}

/** All servers that options, settings and the project name; of one name the first of these counts. */
export async function readEntries(options: ReadEntriesOptions): Promise<readonly NamedServer[]> {
  const { loaded, cwd, warn } = options;
  const workspace = findWorkspace(cwd).root;
  const written: readonly WrittenServer[] = [
    ...runServers(options),
    ...Object.entries(loaded.settings.mcp_servers).map(([name, value]): WrittenServer => ({
      ...{ name, value, source: "settings", project: "", file: loaded.configPath, folder: workspace },
    })),
    ...(await projectServers(workspace, warn)),
  ];
  const found = new Map<string, NamedServer>();
  for (const server of written) {
    const other = found.get(server.name);
    // oxlint-disable-next-line no-await-in-loop -- of one name the first counts
    if (other === undefined) found.set(server.name, await toNamed(server, options));
    else if (other.source !== "run")
      warn(
        `The MCP server "${server.name}" of ${server.file} is left out: ${other.file} has one of that name.`,
      );
  }
  for (const { name, problem } of found.values())
    if (problem !== undefined) warn(`The MCP server "${name}" can't be used: ${problem}.`);
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function runServers({ run, given, cwd, warn }: ReadEntriesOptions): readonly WrittenServer[] {
  const place = { source: "run", project: "", folder: cwd } as const;
  const named = run.flatMap((text): readonly WrittenServer[] => {
    const read = parseRunEntry(text);
    if (read.ok) return [{ name: read.name, value: read.value, ...place }];
    warn(`--mcp: ${read.problem}.`);
    return [];
  });
  return [...named, ...Object.entries(given).map(([name, value]) => ({ name, value, ...place }))];
}

const projectFile = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).optional() });
const longestFile = 1_000_000;
const mostServers = 100;

async function projectServers(
  workspace: string,
  warn: (message: string) => void,
): Promise<readonly WrittenServer[]> {
  const file = join(workspace, ".mcp.json");
  try {
    const facts = await stat(file).catch(() => undefined);
    if (facts?.isFile() !== true) return [];
    if (facts.size > longestFile) throw new Error("it is larger than 1 MB");
    const { mcpServers = {} } = projectFile.parse(JSON.parse(await readFile(file, "utf8")));
    return Object.entries(mcpServers)
      .slice(0, mostServers)
      .map(([name, value]) => ({
        ...{ name, value, file, folder: workspace },
        source: "project",
        project: workspace,
      }));
  } catch (error) {
    const why =
      error instanceof z.ZodError || error instanceof SyntaxError
        ? "it is no JSON with mcpServers"
        : String(error);
    warn(`${file} names no MCP server: ${why}.`);
    return [];
  }
}

/** What is written, as it is meant here. */
export async function toNamed(
  { name, source, project, file, folder, value }: WrittenServer,
  {
    env,
    homedir,
    place,
    isSafeMode,
    sampling,
  }: Omit<ReadEntriesOptions, "loaded" | "run" | "given" | "cwd" | "warn">,
): Promise<NamedServer> {
  const parsed = parseMcpEntry(name, value, { env, folder, homedir, sampling });
  const enabled = parsed.enabled && !isSafeMode;
  const { entry, isHeld } = parsed.ok
    ? await place(parsed.entry, parsed)
    : { entry: undefined, isHeld: true };
  return {
    ...{ name, source, project, file, enabled, entry, isHeld },
    target: targetOf(value),
    hash: sha256(JSON.stringify([project, name, sorted(value), isHeld])),
    ...(parsed.ok ? {} : { problem: parsed.problem }),
  };
}

const longestTarget = 200;

const shownFields = z.object({
  command: z.string().optional(),
  args: z.array(z.unknown()).optional(),
  url: z.string().optional(),
});

function targetOf(value: unknown): string {
  const written = shownFields.safeParse(value, { jitless: true });
  if (!written.success) return "";
  const { command, args = [], url = "" } = written.data;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  // What stands behind the path is where keys are.
  const plainUrl = address === undefined ? url : `${address.origin}${address.pathname}`;
  const text = command === undefined ? plainUrl : [command, ...args.map(String)].join(" ");
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return line.length > longestTarget ? `${line.slice(0, longestTarget - 1)}…` : line;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
