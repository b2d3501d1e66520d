import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tool } from "@hermes/registry";
import { createLocalBackend } from "@hermes/terminal-backends";
import type { Backend } from "@hermes/terminal-backends";
import { fileTools } from "../src/index.ts";
import type { FileBackend, FileToolsOptions } from "../src/index.ts";

export interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly backend: Backend;
  /** Calls a tool as a model would; what it throws comes back as an error, as in dispatch. */
  call(name: string, args: object, taskId?: string): Promise<Record<string, unknown>>;
}

export interface OpenPlaceOptions extends Omit<FileToolsOptions, "backend"> {
  /** Puts something between the tools and the real files, such as a failure. */
  readonly backendFrom?: ((backend: FileBackend) => FileBackend) | undefined;
}

/** The file tools over real files in a folder of their own. */
export async function openPlace({ backendFrom, ...options }: OpenPlaceOptions = {}): Promise<Place> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "files-test-")));
  const backend = createLocalBackend({ cwd: folder, env: process.env });
  const tools = fileTools({ backend: backendFrom?.(methodsOf(backend)) ?? backend, ...options });
  return {
    folder,
    backend,
    call: (name, args, taskId = "task") => callTool(tools, { name, args, taskId }),
    async [Symbol.asyncDispose]() {
      await backend.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function callTool(
  tools: readonly Tool[],
  { name, args, taskId }: { readonly name: string; readonly args: object; readonly taskId: string },
): Promise<Record<string, unknown>> {
  const tool = tools.find((each) => each.name === name);
  const parsed = tool?.parse(args);
  if (tool === undefined || parsed === undefined) throw new Error(`There is no tool ${name}.`);
  if (!parsed.ok) return { error: parsed.problems.join(" ") };
  const context = {
    taskId,
    sessionId: "session",
    callId: "call",
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "library" },
  };
  try {
    // A result is what its JSON says.
    return JSON.parse(JSON.stringify(await tool.execute(parsed.value, context)));
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** A backend whose methods can be spread into another object. */
function methodsOf(backend: Backend): FileBackend {
  return {
    exec: (...all) => backend.exec(...all),
    resolve: (...all) => backend.resolve(...all),
    readFile: (...all) => backend.readFile(...all),
    writeFile: (...all) => backend.writeFile(...all),
    stat: (...all) => backend.stat(...all),
    list: (...all) => backend.list(...all),
    remove: (...all) => backend.remove(...all),
    rename: (...all) => backend.rename(...all),
  };
}
