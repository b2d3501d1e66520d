import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry } from "@hermes/registry";
import type { ShownResult, Tool, ToolResult } from "@hermes/registry";
import { createLocalBackend } from "@hermes/terminal-backends";
import type { Backend } from "@hermes/terminal-backends";
import { fileTools } from "../src/index.ts";
import type { FileBackend, FileToolsOptions } from "../src/index.ts";

export interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly backend: Backend;
  /** Calls a tool as a model would; what it throws comes back as an error, as in dispatch. */
  call(name: string, args: object, taskId?: string): Promise<Record<string, unknown>>;
  /** What people see of a call. */
  shown(name: string, args: object): Promise<ShownResult | undefined>;
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
    async shown(name, args) {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return (await dispatch(tool, { name, args, taskId: "task" })).shown;
    },
    async [Symbol.asyncDispose]() {
      await backend.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Call {
  readonly name: string;
  readonly args: object;
  readonly taskId: string;
}

async function callTool(tools: readonly Tool[], call: Call): Promise<Record<string, unknown>> {
  const { name, args } = call;
  const tool = tools.find((each) => each.name === name);
  const parsed = tool?.parse(args);
  if (tool === undefined || parsed === undefined) throw new Error(`There is no tool ${name}.`);
  if (!parsed.ok) return { error: parsed.problems.join(" ") };
  try {
    const { content } = await dispatch(tool, call);
    return JSON.parse(content);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** As in a session, with nothing that speaks against it. */
async function dispatch(tool: Tool, { name, args, taskId }: Call): Promise<ToolResult> {
  const registry = new ToolRegistry({ guard: () => ({ allow: true }) });
  registry.register(tool);
  return await registry.dispatch(name, args, {
    taskId,
    sessionId: "session",
    callId: "call",
    signal: new AbortController().signal,
    origin: { platform: "test", entryPoint: "library" },
  });
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
