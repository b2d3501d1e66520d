import { z } from "zod";
import type { AgentPlace } from "./agent-places.ts";
import type { ImportProblem } from "./import-item.ts";
import { readAgentFile } from "./read-agent-file.ts";

/** A server as an agent's file has it. */
export interface WrittenServer {
  readonly place: AgentPlace;
  readonly name: string;
  readonly value: unknown;
}

const servers = z.record(z.string(), z.unknown());
const jsonFile = z.looseObject({ mcpServers: servers.optional(), projects: servers.optional() });
const project = z.looseObject({ mcpServers: servers.optional() });
const tomlFile = z.looseObject({ mcp_servers: servers.optional() });
const mostServers = 100;

/** The servers that a file names: for everything, and for these folders. */
export async function readServers(
  place: AgentPlace,
  folders: readonly string[],
): Promise<{ readonly servers: readonly WrittenServer[]; readonly problem?: ImportProblem }> {
  const file = await readAgentFile(place.path, place.root);
  if (file === undefined) return { servers: [] };
  const failed = (problem: string) => ({ servers: [], problem: { file: place.path, problem } });
  if ("problem" in file) return failed(file.problem);
  try {
    const named = place.path.endsWith(".toml") ? await fromToml(file.text) : fromJson(file.text, folders);
    return { servers: named.slice(0, mostServers).map(([name, value]) => ({ place, name, value })) };
  } catch (error) {
    return failed(await reasonOf(error, file.text));
  }
}

type Named = readonly (readonly [name: string, value: unknown])[];

function fromJson(text: string, folders: readonly string[]): Named {
  const { mcpServers = {}, projects = {} } = jsonFile.parse(JSON.parse(text));
  const ofFolders = folders.flatMap((folder) => {
    const found = Object.hasOwn(projects, folder) ? project.safeParse(projects[folder]) : undefined;
    return Object.entries(found?.data?.mcpServers ?? {});
  });
  return [...ofFolders, ...Object.entries(mcpServers)];
}

async function fromToml(text: string): Promise<Named> {
  const { parse } = await import("smol-toml");
  return Object.entries(tomlFile.parse(parse(text)).mcp_servers ?? {});
}

/** Says the place, and nothing that stands there: it may be a key. */
async function reasonOf(error: unknown, text: string): Promise<string> {
  if (error instanceof z.ZodError) return "its servers are no table of names";
  if (!(error instanceof SyntaxError)) {
    const line = error instanceof Error && "line" in error ? ` (line ${String(error.line)})` : "";
    return `it is no TOML${line}`;
  }
  const position = / at position (\d+)/.exec(error.message)?.[1];
  const line = position === undefined ? await lineOfFault(text) : lineAt(text, Number(position));
  return line === undefined ? "it is no JSON" : `it is no JSON (line ${line})`;
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** Of some faults the parser of the language says no place. */
async function lineOfFault(text: string): Promise<number | undefined> {
  const { parseExpression } = await import("@babel/parser");
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    const line = / \((\d+):\d+\)$/.exec(error instanceof Error ? error.message : "")?.[1];
    return line === undefined ? undefined : Number(line);
  }
}
