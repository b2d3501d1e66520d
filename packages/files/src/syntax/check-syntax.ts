import { posix } from "node:path";
import type { ToolContext } from "@hermes/registry";
import type { FileBackend } from "../file-backend.ts";
import { jsonErrors, tomlErrors, yamlErrors } from "./data-errors.ts";
import { pythonErrors } from "./python-errors.ts";
import { scriptErrors } from "./script-errors.ts";
import type { SyntaxProblem } from "./syntax-problem.ts";

export interface SyntaxRequest {
  readonly path: string;
  /** Undefined where there was no text. */
  readonly before: string | undefined;
  readonly after: string;
  readonly context: Pick<ToolContext, "taskId" | "signal">;
}

export interface SyntaxChecker {
  /** Mistakes that the change brought in, as `line 3: …`. Empty also where nobody can tell. Rejects only on abort. */
  newErrors(request: SyntaxRequest): Promise<readonly string[]>;
}

/** Undefined where it can't be determined. */
type FindProblems = (text: string) => Promise<readonly SyntaxProblem[] | undefined>;

const maxErrors = 5;
/** Longer files are most often made by programs, and take longer to check than to write. */
const maxChars = 1_000_000;

/** Checks JSON, YAML, TOML, JavaScript and TypeScript by libraries, Python by the Python of the backend. */
export function createSyntaxChecker(backend: FileBackend): SyntaxChecker {
  return {
    async newErrors({ path, before, after, context }) {
      const find = checkerOf(backend, path, context);
      if (find === undefined || after.length > maxChars) return [];
      try {
        const now = (await find(after)) ?? [];
        if (now.length === 0) return [];
        const old = before === undefined ? [] : ((await find(before)) ?? []);
        return newOnes(old, now).slice(0, maxErrors).map(describe);
      } catch {
        context.signal.throwIfAborted();
        // A check that fails says nothing about the file, which is written already.
        return [];
      }
    },
  };
}

function checkerOf(
  backend: FileBackend,
  path: string,
  access: SyntaxRequest["context"],
): FindProblems | undefined {
  const name = posix.basename(path).toLowerCase();
  const kind = posix.extname(name);
  if (kind === ".json" || kind === ".jsonc" || kind === ".webmanifest")
    return (text) => jsonErrors(text, { comments: kind === ".jsonc" || /^[jt]sconfig\b/.test(name) });
  if (kind === ".yaml" || kind === ".yml") return yamlErrors;
  if (kind === ".toml") return tomlErrors;
  if (kind === ".py" || kind === ".pyi") return (text) => pythonErrors(backend, text, access);
  if (/^\.[cm]?[jt]sx?$/.test(kind)) return (text) => scriptErrors(text, kind);
  return undefined;
}

/** Those that were not there before, wherever they stand now. */
function newOnes(
  before: readonly SyntaxProblem[],
  after: readonly SyntaxProblem[],
): readonly SyntaxProblem[] {
  const known = new Map<string, number>();
  for (const { message } of before) known.set(message, (known.get(message) ?? 0) + 1);
  return after.filter(({ message }) => {
    const count = known.get(message) ?? 0;
    known.set(message, count - 1);
    return count <= 0;
  });
}

function describe({ line, message }: SyntaxProblem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}
