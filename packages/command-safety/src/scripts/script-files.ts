import { stat } from "node:fs/promises";
import { relative } from "node:path";
import { Budget } from "../shell/budget.ts";
import { contains, realPath } from "../paths/judge-path.ts";
import type { AgentFiles, MadeByAgent } from "./agent-files.ts";
import { beginningOf, readBeginning } from "./read-beginning.ts";

/** A file that a command would run, as it lies on the disk now. */
export interface ScriptFile {
  /** Absolute, links followed. */
  readonly path: string;
  /** Undefined where it can't be read as a text; `problem` tells why. */
  readonly text: string | undefined;
  readonly problem: ScriptProblem | undefined;
  /** Of the bytes that were read. */
  readonly sha256: string;
  /** Undefined: the agent did not make what it holds. */
  readonly byAgent: MadeByAgent | undefined;
  /** Its real path from the root of the workspace on, such as `/scripts/build.sh`. Undefined: it lies elsewhere. */
  readonly inside: string | undefined;
  readonly origin: ScriptOrigin | undefined;
}

/** Why a file can't be read as a text. */
export type ScriptProblem = "too-many" | "folder" | "no-file" | "unreadable" | "no-text" | "too-long";

/** What is known of a file beside its place. Where it lies is then no reason to ask. */
export interface ScriptOrigin {
  /** Why a person is asked before it runs, as a sentence. Undefined: what it holds alone counts. */
  readonly ask: string | undefined;
  /** It was vetted as it is, such as what comes with Hermes: only what is plain counts. */
  readonly isVetted?: boolean | undefined;
}

export interface ScriptSource {
  /** Folders that count as workspace. */
  readonly roots?: readonly string[] | undefined;
  /** Which files are the agent's work. Undefined: none is. */
  readonly agent?: AgentFiles | undefined;
  /** Where a path that a command names lies on this machine; undefined: not here. @default there */
  readonly hostOf?: ((path: string) => string | undefined) | undefined;
  /** A file as it would be after a change, by its real path. */
  readonly changed?: { readonly path: string; readonly text: string } | undefined;
  /** What is known of a file, or of a folder that a tool takes its orders from. */
  readonly originOf?: ((file: FileToKnow) => Promise<ScriptOrigin | undefined>) | undefined;
}

export interface FileToKnow {
  /** Absolute, links followed. */
  readonly path: string;
  /** Of its bytes; empty for a folder, and where they can't be read. */
  readonly sha256: string;
}

const maxFiles = 60;
/** Of all together, however often they are read. */
const maxSteps = 200_000;

/**
 * The files that one command runs. A reading can't wait for the disk: what it asks for and is not here yet is loaded when
 * it is over, and the command is read again.
 */
export class ScriptFiles {
  readonly #source: ScriptSource;
  readonly #loaded = new Map<string, ScriptFile | undefined>();
  readonly #wanted = new Set<string>();
  readonly budget: Budget = new Budget(maxSteps);

  constructor(source: ScriptSource) {
    this.#source = source;
  }

  /** @param path Absolute. Undefined: there is no such file, or not yet. */
  at(path: string): ScriptFile | undefined {
    if (this.#loaded.has(path)) return this.#loaded.get(path);
    if (this.#loaded.size + this.#wanted.size >= maxFiles) return tooMany(path);
    this.#wanted.add(path);
    return undefined;
  }

  /** Loads what was asked for. False: there was nothing of it, and nothing new to read. */
  async load(): Promise<boolean> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    let isNew = false;
    for (const path of wanted) {
      const { hostOf = (named: string) => named } = this.#source;
      const place = hostOf(path);
      const file = place === undefined ? undefined : await loadScript(place, this.#source);
      this.#loaded.set(path, file);
      isNew ||= file !== undefined;
    }
    return isNew;
  }

  /** Every file that was read. */
  get all(): readonly ScriptFile[] {
    return [...this.#loaded.values()].filter((file) => file !== undefined);
  }
}

function tooMany(path: string): ScriptFile {
  return {
    path,
    text: undefined,
    problem: "too-many",
    sha256: "",
    byAgent: "written",
    inside: undefined,
    origin: undefined,
  };
}

async function loadScript(
  path: string,
  { agent, originOf, changed, roots = [] }: ScriptSource,
): Promise<ScriptFile | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return undefined;
  const real = await realPath(path);
  const realRoots = await Promise.all(roots.map((root) => realPath(root)));
  const root = realRoots.find((each) => contains(each, real));
  const inside = root === undefined ? undefined : `/${relative(root, real)}`;
  const isChanged = changed?.path === real;
  const known = async (sha256: string, ctimeMs: number) => ({
    ...{ path: real, inside, sha256 },
    byAgent: isChanged ? "written" : await agent?.madeBy({ path: real, sha256, ctimeMs }),
    origin: await originOf?.({ path: real, sha256 }),
  });
  if (!facts.isFile()) {
    const problem = facts.isDirectory() ? "folder" : "no-file";
    return { ...(await known("", facts.ctimeMs)), text: undefined, problem };
  }
  const read = isChanged
    ? { ...beginningOf(new TextEncoder().encode(changed.text)), ctimeMs: facts.ctimeMs }
    : await readBeginning(real);
  if (read === undefined)
    return { ...(await known("", facts.ctimeMs)), text: undefined, problem: "unreadable" };
  const { sha256, text, problem, ctimeMs } = read;
  return { ...(await known(sha256, ctimeMs)), text, problem };
}
