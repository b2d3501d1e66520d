import { checkDescription, settingsOf } from "@hermes/plugins/host";
import type { PluginKind, PluginManifest, RunningPlugin } from "@hermes/plugins/host";
import type { ProfileJailSearch } from "@hermes/jail";
import { HermesError, nearest } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkNames } from "./check-names.ts";
import { changed } from "./copy-plugin.ts";
import { findPlugins } from "./find-plugins.ts";
import type { FoundPlugin } from "./find-plugins.ts";
import type { PluginPlan, PluginReport } from "./home-plugins.ts";
import { accessOf } from "./plugin-access.ts";
import type { PluginConsent, PluginConsents } from "./plugin-consents.ts";
import { filesOf, usableOf } from "./plugin-files.ts";
import type { PluginFiles } from "./plugin-files.ts";
import { givesOf, reachOf, sentenceOf } from "./plugin-words.ts";
import { runPlugin } from "./run-plugin.ts";
import type { RunPluginOptions } from "./run-plugin.ts";
import { whyNoJail } from "./start-held.ts";
import type { UsedPlugin, WorkspacePlugins } from "./workspace-plugins.ts";
import { OnceEach } from "../once-each.ts";

export interface FolderPluginsOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Home of the person. */
  readonly homedir: string;
  readonly env: Environment;
  /** Names of those that are never used. */
  readonly disabled: readonly string[];
  /** What the person set, by name. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly consents: PluginConsents;
  readonly search: () => Promise<ProfileJailSearch>;
  /** Names that parts of plug-ins can't have. */
  readonly taken: (kind: PluginKind) => Promise<readonly string[]>;
  readonly warn: (message: string) => void;
}

export interface AgreeOptions {
  /** Of what was shown. */
  readonly digest: string;
  /** False: its process may run outside of a jail. */
  readonly isHeld: boolean;
  /** Where it comes from. @default as it was agreed to before */
  readonly source?: string | undefined;
  /** `now`: as long as this program runs. @default "always" */
  readonly scope?: "now" | "always" | undefined;
  /** Does something around keeping the answer. @default nothing */
  readonly keeping?: ((keep: () => Promise<void>) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
}

interface OpenedPlugin {
  /** Differs where it is to be opened anew. */
  readonly of: string;
  readonly plugin: UsedPlugin;
}

type RunningOptions = Pick<RunPluginOptions, "isHeld" | "data">;

/** The plug-ins of one folder: found, agreed to or not, and opened once for all sessions. Started by whoever uses them. */
export class FolderPlugins implements WorkspacePlugins, AsyncDisposable {
  readonly #options: FolderPluginsOptions;
  #found: ReadonlyMap<string, FoundPlugin> = new Map();
  readonly #opened = new Map<string, OpenedPlugin>();
  #used: readonly UsedPlugin[] = [];
  readonly #once = new OnceEach();
  #loading: Promise<unknown> = Promise.resolve();

  constructor(options: FolderPluginsOptions) {
    this.#options = options;
  }

  /** Looks at what there is, and at what was said about it. Starts nothing; ends what is used no more. */
  async load(): Promise<void> {
    this.#loading = this.#loading.catch(() => undefined).then(async () => await this.#load());
    await this.#loading;
  }

  async #load(): Promise<void> {
    const { home, cwd } = this.#options;
    const found = await findPlugins({ home, cwd });
    // The home's come first.
    this.#found = new Map(found.toReversed().map((each) => [each.name, each]));
    const used = await Promise.all(this.found.map(async (each) => await this.#open(each)));
    const before = [...this.#opened.values()].map(({ plugin }) => plugin);
    this.#opened.clear();
    for (const each of used) if (each !== undefined) this.#opened.set(each.plugin.manifest.name, each);
    this.#used = used.flatMap((each) => (each === undefined ? [] : [each.plugin]));
    const gone = before.filter((plugin) => !this.#used.includes(plugin));
    await Promise.all(gone.map(async ({ running }) => await running[Symbol.asyncDispose]()));
  }

  get found(): readonly FoundPlugin[] {
    return [...this.#found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  get used(): readonly UsedPlugin[] {
    return this.#used;
  }

  provider(kind: PluginKind, name: string): UsedPlugin | undefined {
    return this.#used.find(({ manifest }) => manifest.provides[kind].includes(name));
  }

  /** The one of this name, as it is used now. */
  usedNow(name: string): UsedPlugin | undefined {
    return this.#used.find(({ manifest }) => manifest.name === name);
  }

  /** @throws {HermesError} `PLUGIN_UNKNOWN` */
  need(name: string): FoundPlugin {
    const found = this.#found.get(name);
    if (found !== undefined) return found;
    const near = nearest(name, this.#found.keys());
    throw new HermesError(`There is no plug-in "${name}".`, {
      code: "PLUGIN_UNKNOWN",
      hint:
        near === undefined ? "To see those that there are: hermes plugins list" : `Did you mean "${near}"?`,
    });
  }

  /** @param as How it would be used; without it, as it was agreed to. */
  report(found: FoundPlugin, as?: { readonly isHeld: boolean }): PluginReport {
    const { name, from, folder, manifest, digest } = found;
    const { state, problem } = this.#stateOf(found);
    const consent = this.#options.consents.of(found);
    const isHeld = as?.isHeld ?? (consent?.allowed !== true || consent.isHeld);
    return {
      ...{ name, from, folder, manifest, problem, state, digest },
      source: consent?.source === "" ? undefined : consent?.source,
      reach:
        manifest === undefined || state === "broken"
          ? []
          : reachOf(manifest, this.#accessOf(manifest), { isHeld }),
      gives: manifest === undefined ? [] : givesOf(manifest),
    };
  }

  /**
   * Starts a plug-in in its jail, and agrees to it as it is.
   *
   * @throws {HermesError} `PLUGIN_CHANGED`, `PLUGIN_NAME_TAKEN`, `PLUGIN_BAD_MODULE`, `PLUGIN_BAD_MANIFEST`, `PLUGIN_NO_JAIL`.
   */
  async agree(
    found: FoundPlugin,
    {
      digest,
      isHeld,
      source,
      scope = "always",
      keeping = async (keep) => await keep(),
      signal,
    }: AgreeOptions,
  ): Promise<PluginPlan> {
    const { consents } = this.#options;
    if (found.digest !== digest) throw changed(found.name);
    const files = await filesOf(found, this.#options.home);
    this.#accessOf(files.manifest);
    await checkNames(files.manifest, { taken: this.#options.taken, used: this.#used });
    const description = await this.#describe(files, { isHeld, data: this.dataOf(found) }, signal);
    const before = consents.of(found);
    const consent: PluginConsent = {
      ...{ allowed: true, version: files.manifest.version, digest, isHeld, description },
      source: source ?? before?.source ?? "",
    };
    await keeping(async () => {
      if (scope === "now") consents.keepForNow(found, consent);
      else await consents.keep(found, consent);
    });
    return { ...this.report(found), state: "used", description };
  }

  async refuse(found: FoundPlugin): Promise<void> {
    const { consents } = this.#options;
    const {
      version = "",
      digest = found.digest,
      isHeld = true,
      source = "",
      description,
    } = consents.of(found) ?? {};
    await consents.keep(found, { allowed: false, version, digest, isHeld, source, description });
    await this.load();
  }

  /** Why no jail can hold it here; undefined: one can. */
  async withoutJail(found: FoundPlugin): Promise<string | undefined> {
    const { hosts } = this.#accessOf(usableOf(found).manifest);
    return whyNoJail(await this.#options.search(), hosts);
  }

  /** Nothing was ever said about it. */
  async forget(found: FoundPlugin): Promise<void> {
    await this.#options.consents.forget(found);
    await this.load();
  }

  /** A process of a folder of any place, for whoever disposes it. Starts nothing before its first call. */
  open(found: FoundPlugin, options: RunningOptions): RunningPlugin {
    return this.#running(usableOf(found), options);
  }

  /** What several sessions would do, one after another; what was done under a key is not done again. Not to be asked within itself. */
  async once(key: string, work: () => Promise<void> | void): Promise<void> {
    await this.#once.run(key, work);
  }

  warnOnce(message: string): void {
    if (this.#once.isFirst(message)) this.#options.warn(message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    this.#used = [];
    await Promise.all(opened.map(async ({ plugin }) => await plugin.running[Symbol.asyncDispose]()));
  }

  /** Where it keeps what is its own. Projects have nothing in common, whatever their plug-ins are called. */
  dataOf({ name, project }: Pick<FoundPlugin, "name" | "project">): string {
    const of = project === "" ? "" : `@${createHash("sha256").update(project).digest("hex").slice(0, 12)}`;
    return join(this.#options.home, "plugin-data", `${name}${of}`);
  }

  #stateOf(found: FoundPlugin): Pick<PluginReport, "state" | "problem"> {
    const { manifest, problem, name, digest } = found;
    if (manifest === undefined) return { state: "broken", problem };
    try {
      this.#accessOf(manifest);
    } catch (error) {
      if (!HermesError.is(error)) throw error;
      return { state: "broken", problem: sentenceOf(error) };
    }
    if (this.#options.disabled.includes(name))
      return { state: "refused", problem: "the setting plugins.disabled names it" };
    const consent = this.#options.consents.of(found);
    if (consent === undefined) return { state: "asked" };
    if (!consent.allowed) return { state: "refused" };
    return { state: consent.digest === digest && consent.description !== undefined ? "used" : "changed" };
  }

  /** As it is used; undefined: it is not. */
  async #open(found: FoundPlugin): Promise<OpenedPlugin | undefined> {
    if (this.#stateOf(found).state !== "used") return undefined;
    const { description, isHeld = true } = this.#options.consents.of(found) ?? {};
    if (description === undefined) return undefined;
    try {
      const files = await filesOf(found, this.#options.home);
      const of = JSON.stringify([files.folder, files.digest, isHeld, this.#settingsOf(files.manifest)]);
      const known = this.#opened.get(found.name);
      if (known?.of === of) return known;
      const { folder, manifest } = files;
      const running = this.#running(files, { isHeld, data: this.dataOf(found) });
      return { of, plugin: { manifest, description, folder, digest: files.digest, running } };
    } catch (error) {
      if (!HermesError.is(error)) throw error;
      this.warnOnce(sentenceOf(error));
      return undefined;
    }
  }

  #running(files: PluginFiles, { isHeld, data }: RunningOptions): RunningPlugin {
    const { env, home, homedir, cwd, search, warn } = this.#options;
    return runPlugin(files, {
      ...{ isHeld, data, env, home, homedir, cwd, search, warn },
      ...{ settings: this.#settingsOf(files.manifest), access: this.#accessOf(files.manifest) },
      onRefused: (error) => this.warnOnce(sentenceOf(error)),
    });
  }

  async #describe(
    files: PluginFiles,
    options: RunningOptions,
    signal: AbortSignal,
  ): Promise<PluginPlan["description"]> {
    const running = this.#running(files, options);
    try {
      const description = await running.describe({ signal });
      checkDescription(files.manifest, description);
      return description;
    } finally {
      await running[Symbol.asyncDispose]();
    }
  }

  #settingsOf(manifest: PluginManifest): ReturnType<typeof settingsOf> {
    return settingsOf(manifest, this.#options.settings[manifest.name] ?? {});
  }

  #accessOf(manifest: PluginManifest): ReturnType<typeof accessOf> {
    const { home, homedir } = this.#options;
    return accessOf(manifest, { home, homedir, settings: this.#settingsOf(manifest) });
  }
}
