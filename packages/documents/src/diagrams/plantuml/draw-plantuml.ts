import { spawn } from "node:child_process";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { findOnPath } from "@hermes/registry/programs";
import type { DrawnDiagram } from "../diagram.ts";
import { syntaxError } from "../syntax-error.ts";

const maxBytes = 20_000_000;
// What Debian and Ubuntu have is too old.
const howToInstall =
  "Install it: brew install plantuml, or plantuml.jar of plantuml.com (with Java) and a script named plantuml that starts it.";
const inherited = ["PATH", "Path", "JAVA_HOME", "LANG", "LC_ALL", "SystemRoot", "PATHEXT"];

export interface DrawPlantumlOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** @default 30_000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Draws by the PlantUML of this machine, in the profile in which it reads no file and reaches no address.
 *
 * @throws {HermesError} `DIAGRAM_NO_PLANTUML`, `DIAGRAM_SYNTAX`, `DIAGRAM_TOO_LONG`, `DIAGRAM_FAILED`; the reason of `signal`.
 */
export async function drawPlantuml(
  source: string,
  { env, signal, timeoutMs = 30_000 }: DrawPlantumlOptions,
): Promise<DrawnDiagram> {
  const program = findOnPath("plantuml", env);
  if (program === undefined)
    throw new HermesError("PlantUML is not installed: there is no plantuml on the PATH.", {
      code: "DIAGRAM_NO_PLANTUML",
      hint: `${howToInstall} Or draw it as mermaid or graphviz.`,
    });
  const start = async (options: readonly string[], text: string) =>
    await run(program, options, { text, env, signal, timeoutMs });
  const version = /PlantUML version (\d[\d.]*)/.exec((await start(["-version"], "")).output)?.[1];
  if (!hasProfiles(version))
    throw new HermesError(
      `PlantUML ${version ?? "of an unknown version"} (${program}) can't be kept from reading files.`,
      { code: "DIAGRAM_NO_PLANTUML", hint: `At least ${oldest.join(".")} is needed. ${howToInstall}` },
    );
  // The lines before @start… are a part of no diagram.
  const first = source.search(/^[^\S\n]*@start/m);
  const before = first < 0 ? -1 : source.slice(0, first).split("\n").length - 1;
  const text = first < 0 ? `@startuml\n${source}\n@enduml\n` : source;
  const { output, errors } = await start(["-tsvg", "-pipe", "-charset", "UTF-8"], text);
  const [, line, what] = /^ERROR\r?\n(\d+)\r?\n([^\n]*)/m.exec(errors) ?? [];
  if (output.trimStart().startsWith("<") && line === undefined) return { svg: output, warnings: [] };
  throw syntaxError("PlantUML", {
    source,
    message: what ?? (withoutNotes(errors) || "nothing was drawn"),
    // Counted from 0 by PlantUML, whose first line is that of @start…
    line: line === undefined ? undefined : Math.max(1, Number(line) + 1 + before),
  });
}

/** The first one that can be kept from files and addresses. */
const oldest = [1, 2020, 11];

function hasProfiles(version: string | undefined): boolean {
  const parts = (version ?? "0").split(".").map(Number);
  const at = oldest.findIndex((part, index) => (parts[index] ?? 0) !== part);
  return at < 0 || (parts[at] ?? 0) > (oldest[at] ?? 0);
}

interface Run extends Required<Omit<DrawPlantumlOptions, "timeoutMs">> {
  readonly text: string;
  readonly timeoutMs: number;
}

async function run(program: string, options: readonly string[], { text, env, signal, timeoutMs }: Run) {
  signal.throwIfAborted();
  const kept = inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  const child = spawn(program, options, {
    // A script that starts Java: both are ended.
    detached: process.platform !== "win32",
    stdio: "pipe",
    env: {
      ...Object.fromEntries(kept),
      PLANTUML_SECURITY_PROFILE: "SANDBOX",
      PLANTUML_LIMIT_SIZE: "8192",
      JAVA_TOOL_OPTIONS: "-Djava.awt.headless=true -Xmx512m",
    },
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
      else child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const events = new AbortController();
  try {
    return await new Promise<{ readonly output: string; readonly errors: string }>((resolve, reject) => {
      const [output, errors]: [Buffer[], Buffer[]] = [[], []];
      let bytes = 0;
      const gather = (into: Buffer[]) => (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) reject(failed("it wrote too much"));
        else into.push(part);
      };
      child.stdout.on("data", gather(output));
      child.stderr.on("data", gather(errors));
      child.on("error", (error) => reject(failed(error.message)));
      child.on("close", () =>
        resolve({ output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
      );
      // It may end before it has read everything.
      child.stdin.on("error", () => undefined).end(text);
      signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: events.signal });
      timer = setTimeout(
        () =>
          reject(
            new HermesError(`PlantUML was not done after ${timeoutMs / 1_000} s.`, {
              code: "DIAGRAM_TOO_LONG",
              hint: "Draw less at once.",
            }),
          ),
        timeoutMs,
      );
    });
  } finally {
    clearTimeout(timer);
    events.abort();
    end();
  }
}

function withoutNotes(errors: string): string {
  const lines = errors.split("\n").filter((line) => !line.startsWith("Picked up JAVA_TOOL_OPTIONS"));
  return lines.join("\n").trim();
}

function failed(why: string): HermesError {
  return new HermesError(`PlantUML failed: ${why}.`, {
    code: "DIAGRAM_FAILED",
    hint: "Start plantuml once by hand to see what it lacks.",
  });
}
