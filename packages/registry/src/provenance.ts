/** Where a text comes from. */
export interface Provenance {
  /**
   * `person`: the person said it. `workspace`: a file that the person works on. Everything else is untrusted: `web`, `mail`,
   * `chat` (of people who aren't trusted), `mcp` (a server of tools), `hub` (a skill of somebody else), `memory` (one that is kept elsewhere),
   * `unknown`, or a name of a tool's own.
   */
  readonly source: ProvenanceSource;
  /** Which one: the host, the server, the repository. */
  readonly name?: string | undefined;
}

export type ProvenanceSource =
  | "person"
  | "workspace"
  | "web"
  | "mail"
  | "chat"
  | "mcp"
  | "hub"
  | "memory"
  | "unknown"
  // A tool may name another one.
  | (string & {});

/** Whether nobody answers for the text: what it says to do is then no order of the person's. */
export function isUntrusted({ source }: Provenance): boolean {
  return source !== "person" && source !== "workspace";
}

const nothing: readonly Provenance[] = [];

const descriptions = " (descriptions)";

/** The source of what a server says of its tools, which is there before any of them was called. */
export function sourceOfDescriptions({ source, name = "" }: Provenance): Provenance {
  return { source, name: `${name}${descriptions}` };
}

export function isOfDescriptions({ name }: Provenance): boolean {
  return name?.endsWith(descriptions) === true;
}

/** The untrusted sources of several lists, each once. The very same list where the others add nothing to it. */
export function untrustedSources(
  ...lists: readonly (readonly Provenance[] | undefined)[]
): readonly Provenance[] {
  let all: readonly Provenance[] = nothing;
  for (const list of lists) {
    if (list === undefined || list.length === 0 || list === all) continue;
    const known = all;
    const added = list.filter(
      (each, index) => isUntrusted(each) && !holds(known, each) && !holds(list.slice(0, index), each),
    );
    if (added.length > 0) all = all.length === 0 && added.length === list.length ? list : [...all, ...added];
  }
  return all;
}

function holds(list: readonly Provenance[], { source, name }: Provenance): boolean {
  return list.some((each) => each.source === source && each.name === name);
}

/** For a person: `web docs.example and mail`. */
export function describeSources(sources: readonly Provenance[]): string {
  const names = sources.map(({ source, name }) => (name === undefined ? source : `${source} ${name}`));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more sources`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
