/** A file as it lies on the disk now. */
export interface LookedAtFile {
  /** Absolute, links followed. */
  readonly path: string;
  /** SHA-256 of its first 100 001 bytes, in hex; empty for what can't be read. */
  readonly sha256: string;
  /** When its content, name, rights or owner changed last, as the file system says. Milliseconds since 1970. */
  readonly ctimeMs: number;
}

/**
 * How the agent came to make what a file holds. `written`: a call said that it writes this file. `changed`: the file changed
 * while a command of the agent ran.
 */
export type MadeByAgent = "written" | "changed";

/** Knows which files are the agent's work. */
export interface AgentFiles {
  /** Undefined: it is not the agent's work, or somebody else has changed it since. */
  madeBy(file: LookedAtFile): MadeByAgent | undefined | Promise<MadeByAgent | undefined>;
  /** Told of the files that a call is about to write, as far as it says so, by their real paths. */
  note(paths: readonly string[]): void | Promise<void>;
}

const mostNoted = 20_000;

/**
 * Remembers as long as the object lives: what calls say that they write, and all that changed since the beginning, since
 * nobody tells it when commands end.
 *
 * @param startedAt Milliseconds since 1970.
 */
export function memoryAgentFiles(startedAt: number): AgentFiles {
  const noted = new Set<string>();
  return {
    madeBy({ path, ctimeMs }) {
      if (noted.has(path)) return "written";
      return ctimeMs >= startedAt ? "changed" : undefined;
    },
    note(paths) {
      for (const path of paths) noted.add(path);
      for (const oldest of noted) {
        if (noted.size <= mostNoted) break;
        noted.delete(oldest);
      }
    },
  };
}
