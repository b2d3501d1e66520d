import { defaultProfile, loadSettings, profileOfHome, type LoadedSettings } from "@hermes/config";
import { createRuntime, type Runtime } from "@hermes/runtime";
import { bundledSkills } from "../../bundled-skills.ts";
import type { Host } from "../../host.ts";
import { profileNames } from "../../profile/profiles.ts";
import type { Offer } from "./offer.ts";
import type { ValueKind } from "./value-kinds.ts";

export interface LiveValuesOptions {
  readonly host: Host;
  readonly typed: string;
  /** What was given before. */
  readonly operands: readonly string[];
}

export type LiveKind = Exclude<ValueKind, "file" | "folder">;

/** What of a home can stand there. Reads files, and asks nobody. */
export async function liveValues(kind: LiveKind, options: LiveValuesOptions): Promise<readonly Offer[]> {
  const { host } = options;
  const fixed = fixedValues[kind];
  if (fixed !== undefined) return await fixed(options);
  const loaded = await loadSettings({ env: host.env });
  const ofHome = homeValues[kind];
  if (ofHome === undefined) return [];
  await using runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: host.cwd, platform: "cli", bundledSkills: bundledSkills() },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
    onWarning: () => undefined,
    onNotice: () => undefined,
  });
  return await ofHome({ ...options, loaded, runtime });
}

interface OfHome extends LiveValuesOptions {
  readonly loaded: LoadedSettings;
  readonly runtime: Runtime;
}

const modes = ["ask", "accept-edits", "plan", "auto", "yolo"];

const fixedValues: Partial<
  Record<LiveKind, (options: LiveValuesOptions) => Promise<readonly Offer[]> | readonly Offer[]>
> = {
  mode: () => plain(modes),
  "time-zone": () => plain(Intl.supportedValuesOf("timeZone")),
  async provider() {
    const { providers } = await import("@hermes/models");
    return providers.map(({ id, label }) => ({ value: id, description: label }));
  },
  async setting() {
    const { describeSettings } = await import("@hermes/config");
    return describeSettings().map(({ key, description }) => ({ value: key, description }));
  },
  async "setting-value"({ operands: [key = ""] }) {
    const { settingValues } = await import("@hermes/config/editing");
    return plain(settingValues(key));
  },
};

const homeValues: Partial<Record<LiveKind, (home: OfHome) => Promise<readonly Offer[]>>> = {
  session: sessionsOf,
  async model({ runtime, loaded, host }) {
    const [models, { bundledNames }] = await Promise.all([runtime.models(), import("@hermes/models")]);
    const listed = await models.list({ offline: true, signal: host.stopped });
    const named = Object.keys(loaded.settings.models);
    const known = listed.map(({ model, provider }) => ({ value: model, description: provider }));
    return distinct([...known, ...plain(named), ...(known.length === 0 ? plain(bundledNames()) : [])]);
  },
  async tool({ runtime }) {
    const toolsets = await (await runtime.tools()).toolsets();
    return distinct(
      toolsets.flatMap(({ name, tools }) => tools.map((tool) => ({ value: tool, description: name }))),
    );
  },
  async toolset({ runtime }) {
    const toolsets = await (await runtime.tools()).toolsets();
    return toolsets.map(({ name, description = "" }) => ({ value: name, description }));
  },
  async skill({ runtime }) {
    const { library } = await runtime.skills();
    return (await library.list()).map(({ name, description }) => ({ value: name, description }));
  },
  async profile({ loaded: { home } }) {
    return plain([defaultProfile, ...profileNames(profileOfHome(home).root)]);
  },
  async job({ runtime }) {
    if ((await runtime.existingStore()) === undefined) return [];
    const { jobs } = await runtime.cron();
    return (await jobs.list()).map(({ job }) => ({ value: job.name, description: job.id }));
  },
  async server({ runtime }) {
    const mcp = await runtime.mcp();
    return plain((await mcp.list()).map(({ name }) => name));
  },
  async plugin({ runtime }) {
    const plugins = await (await runtime.plugins()).list();
    return plugins.map(({ name, manifest }) => ({ value: name, description: manifest?.description ?? "" }));
  },
  async role({ runtime }) {
    return (await runtime.roles()).map(({ name, description }) => ({ value: name, description }));
  },
  async platform() {
    const { builtinPlatforms } = await import("../gateway/fill-gateway.ts");
    return builtinPlatforms().map(({ name, label }) => ({ value: name, description: label }));
  },
};

const mostSessions = 200;

/** Ids with their titles; titles when one was begun. */
async function sessionsOf({ runtime, typed }: OfHome): Promise<readonly Offer[]> {
  const sessions = await runtime.listSessions({ limit: mostSessions });
  const ids = sessions.map(({ id, title }) => ({ value: id, description: title }));
  const latest = { value: "latest", description: "the one that was active last" };
  if (typed === "") return sessions.length === 0 ? [] : [latest, ...ids];
  return distinct([
    ...ids,
    latest,
    ...sessions.map(({ id, title }) => ({ value: title.trim(), description: id })),
  ]);
}

function plain(values: readonly string[]): readonly Offer[] {
  return values.map((value) => ({ value, description: "" }));
}

function distinct(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ value }) => !seen.has(value) && seen.add(value));
}
