import { createHash } from "node:crypto";

export interface ToolNamesOptions {
  /** Names of all servers that there are, connected or not: what a name is depends on them, and not on who comes first. */
  readonly servers: readonly string[];
  /** Names that something else has, such as tools of Hermes. They are never given away. */
  readonly taken: (name: string) => boolean;
}

/** A tool of a server, or one of ours that serves it. */
export interface NamedTool {
  readonly name: string;
  /** Ours; where the server has a tool of that name, ours keeps it. @default false */
  readonly own?: boolean | undefined;
}

const longestName = 64;
const hashChars = 8;

/**
 * Names for models: `mcp_<server>_<tool>`, at most 64 characters. Where that would be the name of another tool, now or once
 * another server is connected, a short hash of server and tool makes the difference. What was once a tool's name stays its own.
 */
export class ToolNames {
  readonly #options: ToolNamesOptions;
  /** Servers by the beginning of their names, as folded. */
  readonly #owners = new Map<string, string>();
  /** Whose a name is, by the folded name. */
  readonly #given = new Map<string, string>();
  readonly #names = new Map<string, string>();

  constructor(options: ToolNamesOptions) {
    this.#options = options;
    for (const server of [...options.servers].sort(plainFirst)) {
      const prefix = prefixOf(server);
      if (!this.#owners.has(prefix)) this.#owners.set(prefix, server);
    }
  }

  /** @returns The names of these tools, in their order; undefined for one that can't have any. */
  of(server: string, tools: readonly NamedTool[]): readonly (string | undefined)[] {
    // A server that was not there at first has the names that nobody has.
    const prefix = prefixOf(server);
    if (!this.#owners.has(prefix)) this.#owners.set(prefix, server);
    const ordered = [...tools].sort(
      (one, other) =>
        Number(other.own ?? false) - Number(one.own ?? false) || plainFirst(one.name, other.name),
    );
    const names = new Map(ordered.map((tool) => [tool, this.#name(server, tool)]));
    return tools.map((tool) => names.get(tool));
  }

  #name(server: string, { name, own = false }: NamedTool): string | undefined {
    const id = JSON.stringify([server, own, name]);
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const plain = `mcp_${cleaned(server)}_${cleaned(name)}`;
    const hash = createHash("sha256").update(id).digest("hex").slice(0, hashChars);
    const told = `${plain.slice(0, longestName - hashChars - 1)}_${hash}`;
    const wanted = this.#isPlain(server, plain) ? [plain, told] : [told];
    const found = wanted.find((each) => !this.#given.has(each.toLowerCase()) && !this.#options.taken(each));
    if (found === undefined) return undefined;
    this.#given.set(found.toLowerCase(), id);
    this.#names.set(id, found);
    return found;
  }

  /** Whether no tool of another server can ever have the name. */
  #isPlain(server: string, plain: string): boolean {
    // What looks as if it had a hash could be one of another's.
    if (plain.length > longestName || /_[0-9a-f]{8}$/i.test(plain)) return false;
    const folded = plain.toLowerCase();
    const prefixes = [...this.#owners.keys()].filter((prefix) => folded.startsWith(prefix));
    const longest = prefixes.reduce((long, prefix) => (prefix.length > long.length ? prefix : long), "");
    return this.#owners.get(longest) === server;
  }
}

/** The name of a server or a tool as part of a name for models. */
export function cleaned(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, "_");
}

function prefixOf(server: string): string {
  return `mcp_${cleaned(server)}_`.toLowerCase();
}

/** What needs no change comes first, then small letters, then by their codes. */
function plainFirst(one: string, other: string): number {
  const cost = (name: string): number =>
    Number(cleaned(name) !== name) * 2 + Number(name.toLowerCase() !== name);
  return cost(one) - cost(other) || (one < other ? -1 : Number(one > other));
}
