import { findProfileJail } from "@hermes/jail";
import type { ScriptedModel } from "@hermes/models";
import type { ApprovalRequest } from "@hermes/registry";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { HomePlugins, OpenSession, Runtime, RuntimeOptions } from "../../src/index.ts";
import { approverWith } from "../mcp/mcp-place.ts";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";

const found = await findProfileJail();
found.jail?.close();

/** Why there is no jail here that could hold a plug-in; undefined: there is one. */
export const missingJail: string | undefined =
  found.jail === undefined
    ? `no jail here: ${found.reason}`
    : found.networks.includes("none")
      ? undefined
      : "no network of its own here";

export interface PluginFiles {
  readonly version?: string;
  readonly provides?: object;
  readonly may?: object;
  readonly settings?: object;
  /** The object that the module gives, as JavaScript. */
  readonly parts: string;
}

/** Writes a plug-in. JSON is YAML. */
export async function writePlugin(
  folder: string,
  name: string,
  { version = "1.0.0", provides = {}, may = {}, settings = {}, parts }: PluginFiles,
): Promise<string> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  const manifest = {
    name,
    version,
    description: `Does ${name}.`,
    main: "index.mjs",
    provides,
    may,
    settings,
  };
  await writeFile(join(place, "plugin.yaml"), JSON.stringify(manifest));
  await writeFile(join(place, "index.mjs"), `export default ${parts};\n`);
  return place;
}

/** A plug-in with one tool, `act`, whose body is given. */
export function oneTool(body: string, more: Partial<PluginFiles> = {}): PluginFiles {
  const schema = `{ type: "object", properties: { on: { type: "string" }, many: { type: "integer" } } }`;
  return {
    provides: { tools: ["act"] },
    parts: `{ tools: { act: { description: "Acts.", parameters: ${schema}, timeoutMs: 3000, async execute(args, context) { ${body} } } } }`,
    ...more,
  };
}

export interface OpenedSession {
  readonly runtime: Runtime & { readonly warnings: readonly string[] };
  readonly session: OpenSession;
  readonly asked: ApprovalRequest[];
}

export interface PluginPlace extends TemporaryPlace {
  /** Agrees to a plug-in of any folder, as a person does at the command line. */
  install(folder: string): Promise<void>;
  plugins<Value>(work: (plugins: HomePlugins, runtime: Runtime) => Promise<Value>): Promise<Value>;
  open(model: ScriptedModel, options?: Partial<RuntimeOptions>): Promise<OpenedSession>;
  /** Where plug-ins are before they are installed. */
  readonly source: string;
}

export async function pluginPlace(): Promise<PluginPlace> {
  const place = await temporaryPlace();
  onTestFinished(async () => await place[Symbol.asyncDispose]());
  await mkdir(join(place.project, ".git"), { recursive: true });
  const plugins: PluginPlace["plugins"] = async (work) => {
    const runtime = await runtimeIn(place);
    try {
      return await work(await runtime.plugins(), runtime);
    } finally {
      await runtime[Symbol.asyncDispose]();
    }
  };
  return {
    ...place,
    source: join(place.root, "source"),
    plugins,
    async install(folder) {
      await plugins(async (home) => {
        const { digest } = await home.look(folder);
        const as = { digest, source: folder, isHeld: true };
        await home.install(folder, as, { signal: AbortSignal.timeout(30_000) });
      });
    },
    async open(model, options = {}) {
      const asked: ApprovalRequest[] = [];
      const runtime = await runtimeIn(place, { model, approver: approverWith("once", asked), ...options });
      onTestFinished(async () => await runtime[Symbol.asyncDispose]());
      return { runtime, session: await runtime.openSession(), asked };
    },
  };
}
