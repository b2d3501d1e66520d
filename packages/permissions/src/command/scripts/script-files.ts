import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { relative } from "node:path";
import { contains, realPath } from "../../paths/judge-path.ts";

/** A file that a command would run, as it lies on the disk now. */
export interface ScriptFile {
  /** Absolute, links followed. */
  readonly path: string;
  /** Undefined where it can't be read as a text; `problem` tells why. */
  readonly text: string | undefined;
  readonly problem: ScriptProblem | undefined;
  /** Of the bytes that were read. */
  readonly sha256: string;
  /** It was made or changed since the conversations of this program began. */
  readonly isFresh: boolean;
  /** A call of this program's conversations wrote it. */
  readonly isWritten: boolean;
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
  /** Files whose status changed later are fresh. Milliseconds since 1970. Undefined: none is. */
  readonly startedAt?: number | undefined;
  /** Whether a call of this program's conversations wrote a file, named by its real path. */
  readonly isWritten?: ((path: string) => boolean) | undefined;
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
/** A longer one is no script that anybody reads. */
const maxBytes = 100_000;
const maxMs = 400;

/**
 * The files that one command runs. A reading can't wait for the disk: what it asks for and is not here yet is loaded when
 * it is over, and the command is read again.
 */
export class ScriptFiles {
  readonly #source: ScriptSource;
  readonly #loaded = new Map<string, ScriptFile | undefined>();
  readonly #wanted = new Set<string>();
  readonly #endsAt = performance.now() + maxMs;

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

  /** How long the next one may take to be understood. */
  get leftMs(): number {
    return Math.max(0, Math.min(40, this.#endsAt - performance.now()));
  }
}

function tooMany(path: string): ScriptFile {
  return {
    path,
    text: undefined,
    problem: "too-many",
    sha256: "",
    isFresh: true,
    isWritten: true,
    inside: undefined,
    origin: undefined,
  };
}

async function loadScript(
  path: string,
  {
    startedAt = Number.POSITIVE_INFINITY,
    originOf,
    changed,
    isWritten = () => false,
    roots = [],
  }: ScriptSource,
): Promise<ScriptFile | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) return undefined;
  const real = await realPath(path);
  const realRoots = await Promise.all(roots.map((root) => realPath(root)));
  const root = realRoots.find((each) => contains(each, real));
  const inside = root === undefined ? undefined : `/${relative(root, real)}`;
  const shared = {
    path: real,
    isFresh: changed?.path === real || facts.ctimeMs >= startedAt,
    isWritten: changed?.path === real || isWritten(real),
    inside,
  };
  const known = async (sha256: string): Promise<Pick<ScriptFile, "sha256" | "origin">> => ({
    sha256,
    origin: await originOf?.({ path: real, sha256 }),
  });
  if (!facts.isFile()) {
    const problem = facts.isDirectory() ? "folder" : "no-file";
    return { ...shared, ...(await known("")), text: undefined, problem };
  }
  const bytes =
    changed?.path === real
      ? new TextEncoder().encode(changed.text).subarray(0, maxBytes + 1)
      : await firstBytes(real);
  if (bytes === undefined) return { ...shared, ...(await known("")), text: undefined, problem: "unreadable" };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const text = bytes.length > maxBytes ? undefined : textOf(bytes);
  const isBinary = bytes.length <= maxBytes || bytes.subarray(0, 8_000).includes(0);
  const problem = isBinary ? "no-text" : "too-long";
  return { ...shared, ...(await known(sha256)), text, problem: text === undefined ? problem : undefined };
}

/** One byte more than a script may have, so that the longer one shows. */
async function firstBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(maxBytes + 1), 0, maxBytes + 1, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined; // told of as a problem of this file
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") || text.includes("\uFFFF") ? undefined : text;
  } catch {
    return undefined; // told of as a problem of this file
  }
}
